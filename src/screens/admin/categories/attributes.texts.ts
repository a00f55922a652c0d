import { texts } from '#kernel/texts'
import { sentence } from '#kernel/sentence'
import type { AttributeKind } from '#rules/catalogue'

/** Every sentence of the screen on which admins keep the attributes of a category. */
export const attributesTexts = texts('screens.attributes', {
  attributes: 'Attributes',
  attributesOf: (name: string) => sentence`Attributes of ${name}`,
  lead: 'What tools in this category, and in those below it, have as facts. Buyers see them under Facts, and filter lists by them.',
  categories: 'Categories',
  failed: 'The attributes could not be loaded',
  gone: 'There is no such category',
  goneNext: 'It may have been moved, renamed or removed.',
  back: 'All categories',

  inherited: 'Inherited',
  inheritedFrom: (category: string) => sentence`From ${category}`,
  own: 'Its own',
  none: 'This category has no attributes of its own',
  noneNext: 'Add the first one below, such as Outer diameter in mm.',
  kinds: { text: 'Text', number: 'Number', 'yes-no': 'Yes or no', choice: 'Choice' } satisfies Record<
    AttributeKind,
    string
  >,
  numberIn: (unit: string) => sentence`Number in ${unit}`,
  choicesOf: (names: readonly string[]) => `Choice: ${names.join(', ')}`,
  choicesAndMore: (names: readonly string[], more: number) => `Choice: ${names.join(', ')} and ${more} more`,

  up: (name: string) => sentence`Move ${name} up`,
  down: (name: string) => sentence`Move ${name} down`,
  moved: (name: string, place: number) => sentence`${name} is number ${place} now.`,
  edit: 'Edit',
  editNamed: (name: string) => sentence`Edit ${name}`,
  remove: 'Remove',
  removeNamed: (name: string) => sentence`Remove ${name}`,

  new: 'New attribute',
  name: 'Name',
  nameHint: 'As shown under Facts, without its unit.',
  kind: 'Kind of value',
  unit: 'Unit',
  unitHint: 'Such as mm, kg or V.',
  unitStays: 'Values stay as they are: they are not converted.',
  choices: 'Choices',
  choicesHint: 'One in each line, in the order in which they are offered.',
  add: 'Add attribute',
  added: (name: string) => sentence`${name} is added.`,

  choice: (place: number) => `Choice ${place}`,
  removeChoice: (name: string) => sentence`Remove the choice ${name}`,
  addChoice: 'Add a choice',
  save: 'Save',
  saved: (name: string) => sentence`${name} is saved.`,
  changedMeanwhile: 'Somebody else has changed it. Close this, and open it again.',
  lost: (tools: number, inWords: string) =>
    tools === 1
      ? 'One tool on sale has a value that is lost with this.'
      : `${inWords} tools on sale have a value that is lost with this.`,
  saveAndLose: 'Save, and lose these values',

  removeQuestion: (name: string) => sentence`Remove ${name}?`,
  removeEffect: 'It leaves the pages of tools, the filters of lists and the files that are exported.',
  removeAndLose: 'Remove it with its values',
  removed: (name: string) => sentence`${name} is removed.`,
})
