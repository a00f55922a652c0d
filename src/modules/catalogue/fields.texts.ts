import { texts } from '#kernel/texts'

/** What is said of the fields of tools, their pictures and their documents. */
export const toolFieldTexts = texts('catalogue.toolFields', {
  unit: 'Choose what it is sold in.',
  available: 'availableQuantity is required',
  name: 'Tool name is required',
  description: 'description is required **',
  price: 'price name is required',
  minimum: 'minimumQuantity is required',
  oneOrMore: 'Use 1 or more.',
  features: (most: number) => `Use at most ${most} key features.`,
  feature: (most: number) => `Use at most ${most} characters a key feature.`,
  kilograms: (example: string) => `Use kilograms, such as ${example}.`,
  version: 'version is required',
  delta: 'Say how many units come or go.',
  notZero: 'Use a number other than 0.',
  reason: 'Say why, for the ledger.',
  document: 'Choose what kind of document it is.',
  picture: 'Say each picture by its address, `img`.',
  pictures: 'Use a list of pictures.',
  mostPictures: (most: number) => `Use at most ${most} pictures.`,
})
