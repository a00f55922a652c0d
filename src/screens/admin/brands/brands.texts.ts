/** Every sentence of the screen on which brands are kept. */
export const brandsTexts = {
  title: 'Brands',
  lead: 'A brand is made by the first tool that names it. Its logo stands on its page in the shop.',
  search: 'Name',
  list: 'All brands',
  listFailed: 'The brands could not be loaded',
  none: 'No brand is called so.',
  name: 'Brand',
  tools: 'Tools on sale',
  logo: 'Logo',
  logoOf: (name: string) => `Logo of ${name}`,
  actions: 'Actions',
  change: 'Change logo',
  changeOf: (name: string) => `Change logo of ${name}`,
  save: 'Save',
  saved: (name: string) => `${name} is saved`,
}
