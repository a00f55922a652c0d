import { texts } from '#kernel/texts'

/** What is wrong with a request before a call reads it. */
export const requestTexts = texts('platform.request', {
  idempotencyKey: 'Use 1 to 255 visible characters.',
  otherField: (field: string, other: string) => `Send the file in the field ${field}, not ${other}.`,
  noFile: (field: string) => `${field} is required`,
  emptyFile: 'This file is empty. Choose another one.',
  severalFiles: 'Send one file at a time.',
})
