import { importLimits } from './import.rules.ts'
import { type RefusalTable, refusing } from '#kernel/refusals'
import { texts } from '#kernel/texts'

/** The module's own refusals: statuses and sentences. Codes are stable, because clients switch on them. */
export const importsRefusals = texts('imports.refusals', {
  'import-gone': { status: 404, title: 'No such import', message: 'There is no such import.' },
  'source-gone': { status: 404, title: 'No such source', message: 'There is no such source.' },
  'import-nothing-kept': {
    status: 404,
    title: 'No rows kept',
    message: 'No rows of this file are kept: all went in, or it was read more than 30 days ago.',
  },
  'import-piece-missing': {
    status: 409,
    title: 'File not whole',
    message: 'A piece of this file has not arrived. Choose the file again.',
  },
  'import-refused-whole': {
    status: 409,
    title: 'Every row refused',
    message: 'Every row of this import was refused, so none of it can go in. Correct the file and send it again.',
  },
  'import-not-staged': {
    status: 409,
    title: 'Not ready to commit',
    message: 'This import can no longer be committed or discarded. Check its state, or read the files again.',
  },
  'import-not-committed': {
    status: 409,
    title: 'Not committed',
    message: 'Only an import that was committed can be undone.',
  },
  'import-staging-gone': {
    status: 409,
    title: 'Read the files again',
    message: 'What was read from the files is gone, because the database was restarted or restored. Import them again.',
  },
  'import-stale': {
    status: 409,
    title: 'The catalogue has changed',
    message: 'The catalogue has changed since these files were read. Import them again.',
  },
  'import-removes-too-much': {
    status: 409,
    title: 'Removes a lot',
    message: ({ rows, of }) =>
      `This removes ${rows} of the ${of} rows that the source has. If that is intended, allow it and commit again.`,
  },
  'import-prices-leap': {
    status: 409,
    title: 'Prices leap',
    message: ({ prices }) =>
      `This makes ${prices} of the shop’s prices at least ${importLimits.priceLeap} times what they are, or at most 1/${importLimits.priceLeap} of it. If that is intended, allow it and commit again.`,
  },
  'import-changed-since': {
    status: 409,
    title: 'Changed since',
    message: ({ what }) => `This was changed after the import: ${String(what)}. Undo or change that first.`,
  },
  'export-changed': {
    status: 409,
    title: 'Columns changed',
    message: 'The attributes of the shop were changed while the file was being written. Start again.',
  },
} satisfies RefusalTable)

/** Makes a refusal to throw: of this module's, or of any call's. */
export const refuse = refusing(importsRefusals)
