export { type Buyer, type BuyersPrices, arePricesAt, haveLists, priceTerms, readPrices } from './prices.server.ts'
