import { texts } from '#kernel/texts'

/** What is said of the fields of imports. */
export const importFieldTexts = texts('imports.fields', {
  unlisted: 'Say out-of-stock or archived, or leave it out.',
  twice: 'Say first or last.',
  name: 'A file needs a name.',
  file: 'Choose a file.',
  files: 'Use at most 20 files.',
  cell: 'Leave empty cells out.',
  piece: 'Say which piece this is.',
  cells: (most: number) => `Send at most ${most} cells of a column.`,
  columns: (most: number) => `Send at most ${most} columns.`,
  leaps: 'Send `leaps` as the import says it.',
  tools: 'Name at most 1,000 tools.',
  only: 'Say problems or notes, or leave it out.',
  whichFile: 'Say which file.',
  source: 'Say which source.',
  format: 'The shop writes no such file.',
})
