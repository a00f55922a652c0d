export { BuyersPrice } from './buyers-price.tsx'
export { type Offered, offeredAsListed, offeredTo, readOffered, unitPriceAt } from './offered.ts'
export { OwnPrice } from './own-price.tsx'
