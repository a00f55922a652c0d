import { texts } from '#kernel/texts'
import { sentence } from '#kernel/sentence'

/** Every sentence of the filters that are saved under a name. */
export const filtersTexts = texts('ordering.filters', {
  title: 'Saved filters',
  save: 'Save this filter',
  saveTitle: 'Save this filter',
  name: 'Name',
  nameHint: 'For example “To pack, this week”. A filter of yours with this name is replaced.',
  shared: 'Share it with everyone who can see all orders',
  wrong: 'This filter has a mistake. Correct it in the list, then save it.',
  saveVerb: 'Save',
  saved: (name: string) => sentence`The filter “${name}” is saved`,
  by: (name: string, person: string) => sentence`${name}, by ${person}`,
  remove: (name: string) => sentence`Remove the filter “${name}”`,
  removeQuestion: (name: string) => sentence`Remove the filter “${name}”?`,
  removeText: 'The orders stay as they are.',
  removeShared: 'Others will no longer see it either. The orders stay as they are.',
  removeVerb: 'Remove',
  removed: (name: string) => sentence`The filter “${name}” is removed`,
  cancel: 'Cancel',
})

/** What is said of the fields of saved filters. */
export const filterFieldTexts = texts('ordering.filterFields', {
  query: 'Set a filter first.',
  name: 'Give the filter a name.',
  shared: 'Say whether others see it.',
})
