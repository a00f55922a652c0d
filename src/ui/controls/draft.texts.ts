import { texts } from '#kernel/texts'

/** What a form says of a draft that is back. */
export const draftTexts = texts('ui.draft', {
  restored: 'Your unsaved changes are back. They are not saved yet.',
  discard: 'Discard them',
})
