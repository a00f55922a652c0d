import { texts } from '#kernel/texts'
import { sentence } from '#kernel/sentence'

/** Every sentence of the screen on which brands are kept. */
export const brandsTexts = texts('screens.brands', {
  title: 'Brands',
  lead: 'A brand is made by the first tool that names it. Its logo stands on its page in the shop.',
  search: 'Name',
  list: 'All brands',
  listFailed: 'The brands could not be loaded',
  noBrands: 'There are no brands yet.',
  none: 'No brand has this name.',
  name: 'Brand',
  tools: 'Tools on sale',
  logo: 'Logo',
  noLogo: 'None',
  logoOf: (name: string) => sentence`Logo of ${name}`,
  actions: 'Actions',
  change: 'Change logo',
  changeOf: (name: string) => sentence`Change logo of ${name}`,
  save: 'Save',
  saved: (name: string) => sentence`${name} is saved`,
})
