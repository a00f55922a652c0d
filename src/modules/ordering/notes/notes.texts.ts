import { texts } from '#kernel/texts'
import { sentence } from '#kernel/sentence'

/** Every sentence of the notes that staff writes on an order. */
export const notesTexts = texts('ordering.notes', {
  title: 'Notes for staff',
  text: 'Only staff see these notes. They are removed when the customer’s account is deleted.',
  failed: 'The notes could not be loaded',
  note: 'New note',
  add: 'Add note',
  added: 'The note is added',
  remove: 'Remove',
  removeNamed: (text: string) => sentence`Remove the note “${text}”`,
  removeQuestion: 'Remove this note?',
  removed: 'The note is removed',
  cancel: 'Cancel',
  nobody: 'Deleted account',
})
