/** The page of a tool. */
export const toolTexts = {
  checkedFor: 'Fit checked for',
  checkFit: 'Check fit',
  soldOutText: 'Every unit is sold or held for an order. You can order again when new stock arrives.',
  belowMinimumText: 'Fewer units are left than the minimum order quantity. You can order again when new stock arrives.',
  keyFeatures: 'Key Features',
  description: 'Description',
  facts: 'Facts',
  termsOfSale: 'Ordered units are set aside for you. Shipping and tax are shown before you pay.',
}
