import { texts } from '#kernel/texts'
import type { TaxReason } from '#rules/tax'

const reasons: Record<TaxReason, string> = {
  S: 'S – taxed at the rate',
  Z: 'Z – zero rate',
  E: 'E – exempt',
  AE: 'AE – reverse charge',
  K: 'K – to another EU state',
  G: 'G – export',
  O: 'O – outside the scope of tax',
}

/** Every sentence of the tables in the settings: taxes, and delivery methods. */
export const tablesTexts = texts('screens.tables', {
  country: 'Country',
  chooseCountry: 'Choose a country',
  elsewhere: 'Everywhere else',
  region: 'State or region',
  regionHint: 'As buyers write it; several names with commas: CA, California.',
  taxClass: 'Class',
  taxClassHint: 'standard, or a name of your own such as reduced.',
  rate: 'Rate (%)',
  rateElsewhere: 'Rate everywhere else (%)',
  rateElsewhereHint: 'Of every country without a row; 0 if nothing is taxed there.',
  reason: 'Reason',
  reasonElsewhere: 'Reason everywhere else',
  byTheRate: 'By the rate: S, or Z at 0%',
  reasons,
  addTax: 'Add a tax row',
  removeTax: (row: number) => `Remove tax row ${row}`,

  method: (row: number, name: string) => (name === '' ? `Method ${row}` : name),
  name: 'Name',
  price: 'Price',
  freeFrom: 'Free from goods for',
  days: 'Working days',
  daysHint: 'Within how many it arrives.',
  countries: 'Countries',
  countriesHint: 'Codes with commas, such as DE, AT. Empty: everywhere.',
  weightFrom: 'From kilograms',
  weightTo: 'Up to kilograms',
  goodsFrom: 'Goods worth at least',
  goodsTo: 'Goods worth at most',
  isPickUp: 'Buyers pick it up',
  pickUpCountry: 'In which country',
  pickUpHint: 'It is taxed there.',
  pickUpRegion: 'In which state or region',
  addMethod: 'Add a delivery method',
  removeMethod: (row: number) => `Remove delivery method ${row}`,
  remove: 'Remove',

  free: 'free',
  none: 'none',
})
