export { readGroupsOf } from './groups/groups.server.ts'
export { changeCurrencyOfLists } from './lists/currency.server.ts'
export { problemOfListTerms } from './lists/terms.server.ts'
export { arePricesAt, haveLists, hidesPrices, payerOf, paysOwnPrices, priceTerms, readPrices } from './prices.server.ts'
