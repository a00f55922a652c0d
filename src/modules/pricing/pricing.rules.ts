export {
  type Audience,
  type ListOffer,
  type ListPolicy,
  type Price,
  type PricedTool,
  type PriceTerms,
  type Tier,
  audiences,
  inShopTerms,
  listPolicies,
  priceOf,
  quantitiesOf,
  tiersOf,
} from './prices.rules.ts'
export { listLimits, percentField, percentOf, readPercent } from './lists/lists.rules.ts'
export {
  type PriceFileEffect,
  type PriceFileState,
  type UnnamedReason,
  isPriceFileWorking,
  priceFile,
  priceFileName,
} from './files/files.rules.ts'
export { pricingRefusals } from './refusals.rules.ts'
