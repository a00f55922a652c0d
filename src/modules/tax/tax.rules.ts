export {
  type Place,
  type Tax,
  type TaxReason,
  type TaxRow,
  elsewhere,
  problemOfTaxClass,
  singleTax,
  standardClass,
  taxClassPattern,
  taxLimits,
  taxOf,
  taxReasons,
} from './rates.rules.ts'
