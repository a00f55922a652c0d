import type { Details } from '#kernel/refusals'
import { sentence } from '#kernel/sentence'
import { texts } from '#kernel/texts'
import type { FitAnswer } from '#rules/finder'

/** Why lines are not put into a basket: the shop says so of an account's, the browser of a visitor's. */
export const basketProblems = texts('ordering.basketProblems', {
  full: ({ most }: Details) => `A basket has at most ${most} lines. Order what is in it first, or take something out.`,
  tooManyUnits: 'A line of a basket has at most 1,000,000 units. Lower the quantity.',
  addressMissing: 'Choose one of your addresses, or enter another one.',
})

/** By the fields of a line. */
export const lineFieldProblems = texts('ordering.lineFieldProblems', {
  tools_id: 'This is not sold here, or no longer.',
  vehicle: 'Choose the vehicle from the list.',
})

/** Why a line cannot be ordered as it is. `together`: what the lines of the same tool come to, where there are several. */
export const lineProblems = texts('ordering.lineProblems', {
  gone: 'This is no longer sold. Remove it to order the rest.',
  tooMuch: 'This is too much for one order. Lower the quantity.',
  soldOut: 'This has sold out. Remove it to order the rest.',
  tooFewLeft: 'Fewer are left than the minimum order quantity. Remove it to order the rest.',
  together: (units: string) => ` Your basket has ${units} on several lines.`,
  left: ({ left, most, together }: { left: string; most: string; together: string }) =>
    `Only ${left} left.${together} Order ${most} or fewer.`,
  belowMinimum: ({ minimum, together }: { minimum: string; together: string }) =>
    `The minimum order quantity is ${minimum}.${together} Order ${minimum} or more.`,
  doesNotFit: (vehicle: string) => `This does not fit your ${vehicle}. Remove it, or tick that you want it anyway.`,
  fitsIf: (vehicle: string) => `This fits your ${vehicle} under conditions. Read them and tick the box.`,
})

/** What is not as the buyer saw it last. */
export const lineChanges = texts('ordering.lineChanges', {
  price: ({ name, is, was }: { name: string; is: string; was: string }) =>
    sentence`${name}: the price is ${is} now. It was ${was} when you last looked.`,
  stock: ({ name, is, was }: { name: string; is: string; was: string }) =>
    sentence`${name}: ${is} left now. There were ${was} when you last looked.`,
  fit: {
    fits: (name, vehicle) => sentence`${name}: it is now known to fit your ${vehicle}.`,
    'fits-if': (name, vehicle) => sentence`${name}: it now fits your ${vehicle} under conditions alone.`,
    'does-not-fit': (name, vehicle) => sentence`${name}: it is now known not to fit your ${vehicle}.`,
    'no-data': (name, vehicle) => sentence`${name}: nothing is known any more about its fit for your ${vehicle}.`,
  } satisfies Record<FitAnswer, (name: string, vehicle: string) => string>,
})
