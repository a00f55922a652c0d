export {
  type Audience,
  type PricedTool,
  type PriceTerms,
  listPolicies,
  priceOf,
  quantitiesOf,
  tiersOf,
} from './prices.rules.ts'
export { percentField } from './lists/lists.rules.ts'
export {
  type PriceFileEffect,
  type PriceFileState,
  type UnnamedReason,
  isPriceFileWorking,
  priceFile,
  priceFileName,
} from './files/files.rules.ts'
