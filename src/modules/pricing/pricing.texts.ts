/** Every sentence about prices that buyers read. */
export const pricingTexts = {
  ladder: 'Price by quantity',
  from: 'From',
  each: 'Unit price',
  listPriceIs: 'List price',
  listPrice: (amount: string) => `List price ${amount}`,
  yourMinimum: (minimum: string) => `Your minimum order quantity: ${minimum}`,
  yourMultiple: (minimum: string, multiple: string) =>
    `Your minimum order quantity: ${minimum}, in multiples of ${multiple}`,
}
