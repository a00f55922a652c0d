export { readGroupsOf } from './groups/groups.server.ts'
export { keepEveryonesPrices } from './everyones-prices.server.ts'
export { changeCurrencyOfLists } from './lists/currency.server.ts'
export { problemOfListTerms } from './lists/terms.server.ts'
export {
  type Buyer,
  type BuyersPrices,
  arePricesAt,
  haveLists,
  hidesPrices,
  paysOwnPrices,
  priceTerms,
  readPrices,
} from './prices.server.ts'
