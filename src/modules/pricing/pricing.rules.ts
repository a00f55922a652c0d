export { type Audience, type PricedTool, priceOf, quantitiesOf } from './prices.rules.ts'
export { percentField } from './lists/lists.rules.ts'
export {
  type PriceFileEffect,
  type PriceFileState,
  type UnnamedReason,
  isPriceFileWorking,
  priceFile,
  priceFileName,
} from './files/files.rules.ts'
