import { texts } from '#kernel/texts'
import { sentence } from '#kernel/sentence'

/** The page of a tool. */
export const toolTexts = texts('screens.tool', {
  checkedFor: 'Fit checked for',
  checkFit: 'Check fit',
  soldOutText: 'Every unit is sold or held for an order.',
  belowMinimumText: 'Fewer units are left than the minimum order quantity.',
  othersInStock: (category: string) => sentence`${category} in stock`,
  askWhen: 'Ask us when more will arrive',
  keyFeatures: 'Key Features',
  description: 'Description',
  facts: 'Facts',
  sizeOfPdf: (size: string) => `PDF, ${size}`,
  pictures: 'Pictures',
  pictureNumber: (number: number, of: number) => `Picture ${number} of ${of}`,
  pictureOf: (name: string, number: number) => sentence`${name}, picture ${number}`,
  termsOfSale: 'Shipping and tax are shown before you pay.',
})
