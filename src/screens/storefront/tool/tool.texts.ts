/** The page of a tool. */
export const toolTexts = {
  checkedFor: 'Fit checked for',
  checkFit: 'Check fit',
  soldOutText: 'Every unit is sold or held for an order.',
  belowMinimumText: 'Fewer units are left than the minimum order quantity.',
  keyFeatures: 'Key Features',
  description: 'Description',
  facts: 'Facts',
  termsOfSale: 'Shipping and tax are shown before you pay.',
}
