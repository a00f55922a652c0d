export { BuyersPrice } from './buyers-price.tsx'
export {
  type Offered,
  type ShownOffer,
  offeredAsListed,
  offeredTo,
  readOffered,
  readShownOffer,
} from './offered.ts'
export { OwnPrice } from './own-price.tsx'
export { type OwnOffer, readOwnPrices } from './read-own-prices.ts'
export { type PaidPrice, TradePrice } from './trade-price.tsx'
