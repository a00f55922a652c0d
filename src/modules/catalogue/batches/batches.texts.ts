import { texts } from '#kernel/texts'

/** Why a picture of a ZIP is not added, or stays where the ZIP is taken back. */
export const batchProblems = texts('catalogue.batchProblems', {
  ambiguous: 'Several tools have this number. Put the brand before it: BRAND_NUMBER.jpg.',
  unclear:
    'A tool has this number with other signs, so another may be meant. Name the file as the shop writes the number, with a hyphen for a slash.',
  unknown: 'No tool has this number.',
  encrypted: 'It is encrypted. Pack it without a password.',
  unreadable: 'It cannot be unpacked. Pack it again.',
  'file-too-large': 'It is larger than 10 MB. Make it smaller first.',
  'not-a-picture': 'It is not a JPEG, PNG, WebP or AVIF picture.',
  'picture-damaged': 'It is damaged or incomplete.',
  'picture-too-large': 'It has too many pixels. Make it smaller first.',
  'zip-gone': 'The ZIP is not there any more. Send it again.',
  full: 'Its tool has twelve pictures already.',
  'tool-gone': 'Its tool is no longer sold.',
  'not-permitted': 'Whoever asked for this may not change it any more.',
  'picture-changed': 'Somebody has changed it since: its text, or whether it comes first.',
  'picture-gone': 'Somebody has taken it away already.',
  'picture-unnoted': 'It went in before ZIPs could be undone.',
})
export type BatchProblem = keyof typeof batchProblems
