export {
  type Buyer,
  type BuyersPrices,
  arePricesAt,
  haveLists,
  paysOwnPrices,
  priceTerms,
  readPrices,
} from './prices.server.ts'
