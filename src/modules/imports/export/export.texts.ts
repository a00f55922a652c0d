import { texts } from '#kernel/texts'

/** Why a file is not written. */
export const exportProblems = texts('imports.exportProblems', {
  sourceUnknown: 'There is no source of this name.',
})
