import { texts } from '#kernel/texts'
import { sentence } from '#kernel/sentence'
import type { ChoiceReason, QuantityDifference, RowProblem } from './order-pad.rules.ts'

/** Sentences about the rows of a quick order: for the shop's answer, and for the page. */
export const orderPadTexts = texts('ordering.orderPad', {
  problems: {
    'number-missing': 'Enter a part number.',
    'number-shortened':
      'Your spreadsheet has changed this number. Format its column as text, and enter the number again.',
    'number-unknown': 'No part in this shop has this number. Check it, or search for the part.',
    'superseded-not-sold': 'The maker has replaced this number, and the shop does not sell the new part.',
    'sold-out': 'This is sold out.',
    'quantity-missing': 'Enter a quantity.',
    'quantity-unclear': 'This could be read in two ways. Enter the quantity in plain digits, such as 1000.',
    'quantity-no-number': 'Enter the quantity as a whole number, such as 4.',
    'quantity-fraction': 'Parts are sold whole. Enter a whole number, such as 4.',
    'quantity-negative': 'A quantity cannot be less than zero. Enter 1 or more.',
    'quantity-zero': 'Enter 1 or more, or remove this row.',
    'quantity-too-large': 'Enter at most 1,000,000.',
  } satisfies Record<RowProblem, string>,

  reasons: {
    'two-brands': 'More than one part has this number. Choose the one you mean.',
    'other-brand': 'No part of this brand has this number. Other brands do.',
    superseded: 'This number has been replaced.',
    'number-unclear': 'The shop writes this number in another way. Choose the part you mean.',
    'quantity-in-number': 'This was read as a number and a quantity. Choose it if that is what you mean.',
    'fits-another-vehicle': 'This does not fit your vehicle.',
    'below-minimum': 'This is less than the minimum order quantity.',
    'not-a-multiple': 'This is not a multiple of the quantity that it is sold in.',
    'not-enough-stock': 'This is more than we have in stock.',
  } satisfies Record<ChoiceReason, string>,

  replacedBy: (brand: string, number: string) => sentence`This number has been replaced by ${brand} ${number}.`,

  differs: {
    'fits-another-vehicle': () => 'It does not fit your vehicle.',
    'below-minimum': ({ minimum }) => `The minimum order quantity is ${minimum}.`,
    'not-a-multiple': ({ multiple }) => `It is sold in multiples of ${multiple}.`,
    'not-enough-stock': ({ available }) => `Only ${available} in stock.`,
  } satisfies Record<QuantityDifference | 'fits-another-vehicle', (quantities: Quantities) => string>,
})

type Quantities = { minimum: number; multiple: number; available: number }

/** What is said of the fields of the order pad. */
export const padFieldTexts = texts('ordering.padFields', {
  number: 'Send the number as a text.',
  rows: 'Send the rows of the order.',
  most: (most: number) => `Use at most ${most} rows.`,
})
