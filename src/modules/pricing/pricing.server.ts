export { type Buyer, type BuyersPrices, priceTerms, readPrices } from './prices.server.ts'
