import { texts } from '#kernel/texts'
import type { EntryField } from './content.texts.ts'

/** Every sentence of the screen on which owners write what mails say. */
export const mailsTexts = texts('screens.mails', {
  title: 'Mails',
  lead: 'What the shop writes to its customers. Greeting, order details, button and small print stay as they are: the shop writes them.',
  failed: 'The mails could not be loaded',
  own: 'Your words',
  mayName: (names: readonly string[]) => `Each mail fills these in: ${names.map(name => `{${name}}`).join(', ')}.`,
  preview: 'How it will read',
  exampleNumber: 'T-1042',
  greeting: 'Hello,',
  rest: 'Below it: the details, the button and the small print. An address that is confirmed is greeted by name.',
})

export const mailFields = texts<readonly EntryField[]>('screens.mailFields', [
  { kind: 'line', name: 'subject', label: 'Subject' },
  { kind: 'text', name: 'text', label: 'Text', rows: 5, hint: 'An empty line between paragraphs.' },
])
