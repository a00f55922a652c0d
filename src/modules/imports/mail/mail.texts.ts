import { texts } from '#kernel/texts'

/** Every sentence of the mails about imports. */
export const importMailTexts = texts('imports.importMail', {
  import: 'Import',
  source: 'Source',
  files: 'Files',
  refused: 'Rows refused',
  taken: 'Other rows',
  problems: 'Problems',
  notes: 'Notes',
  open: 'Open the import',
  failed: {
    subject: (number: string) => `Import ${number} failed`,
    text: 'Nothing was imported, and nothing in the shop has changed.',
  },
  'rows-refused': {
    subject: (number: string, rows: string) => `Import ${number}: ${rows} refused`,
    text: (rows: string) =>
      `The files of this import have been read, and ${rows} cannot go in. Its page names each with what to do about it.`,
  },
  'not-done': {
    subject: (number: string) => `Import ${number} could not be done`,
    text: 'This import could not be committed or undone as requested, and nothing in the shop has changed.',
  },
  rows: (count: number, written: string) => (count === 1 ? '1 row' : `${written} rows`),
})
