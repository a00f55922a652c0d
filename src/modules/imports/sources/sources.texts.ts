import { texts } from '#kernel/texts'
import { sentence } from '#kernel/sentence'

/** Every sentence about the sources of fitment and numbers. */
export const sourcesTexts = texts('imports.sources', {
  title: 'Sources',
  lead: 'Where fitment and other numbers come from. Buyers read the public name and the date; of a source without one, nothing.',
  failed: 'The sources could not be loaded',
  none: 'No sources yet. Each file of fitment or numbers that you import brings one.',
  name: 'Source',
  publicName: 'Public name',
  noPublicName: 'None',
  date: 'Date',
  actions: 'Change',
  change: 'Change',
  changeOf: (name: string) => sentence`Change the public name of ${name}`,
  field: 'Public name',
  fieldHint: 'Shown to buyers where this source is named. Leave it empty to tell them nothing of it.',
  save: 'Save',
  saved: (name: string) => sentence`${name} is saved.`,
})
