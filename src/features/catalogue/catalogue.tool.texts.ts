/** The page of a tool. */
export const toolTexts = {
  checkedFor: 'Fit checked for',
  checkFit: 'Check fit',
  soldOutText: 'Every unit is sold or set aside for an order. It can be ordered again when stock arrives.',
  belowMinimumText: 'What is left is less than the minimum order quantity. It can be ordered again when stock arrives.',
  keyFeatures: 'Key Features',
  description: 'Description',
  facts: 'Facts',
  termsOfSale: 'Ordered units are set aside for you. Shipping and tax are shown before you pay.',
}
