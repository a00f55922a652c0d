import { texts } from '#kernel/texts'
import type { Unfit } from './delivery.rules.ts'

/** What is said of how goods reach the buyer. */
export const deliveryTexts = texts('ordering.delivery', {
  doubtfulPhone: 'This may not be a number of that country. It is kept as it was typed.',
  standard: 'Standard delivery',
  method: 'Delivery method',
  days: (days: number) => (days === 1 ? 'within 1 working day' : `within ${days} working days`),
  pickUp: 'you pick it up',
})

/** Why the requested method is not to be had. */
export const unfitReasons = texts<Record<Unfit['why'], (method: string) => string>>('ordering.unfitReasons', {
  gone: () => 'This delivery method is no longer offered.',
  place: method => `The delivery method “${method}” does not go to this address.`,
  'too-heavy': method => `This order is too heavy for “${method}”.`,
  'too-light': method => `This order is too light for “${method}”.`,
  'worth-too-much': method => `This order is worth too much for “${method}”.`,
  'worth-too-little': method => `This order is worth too little for “${method}”.`,
})

/** What else is said of methods that will not do. */
export const deliveryProblems = texts('ordering.deliveryProblems', {
  nameTaken: (name: string) =>
    `Another method is called ${name}. Give each a name of its own, so that buyers can tell them apart.`,
  /** Those that would do: `“Express” or “Standard delivery”`. */
  choices: (methods: readonly string[]) => {
    const names = methods.map(name => `“${name}”`)
    return names.length > 1 ? `${names.slice(0, -1).join(', ')} or ${names.at(-1)}` : names.join('')
  },
  chooseOther: (reason: string, choices: string) =>
    `${reason} Choose ${choices}; the rest of your order stays as it is.`,
})

/** What is said of the fields of delivery methods. */
export const deliveryFieldTexts = texts('ordering.deliveryFields', {
  number: 'Use a number.',
  kilograms: 'Use kilograms, such as 30 or 0.5.',
  country: (code: string) =>
    `There is no country ${code}. Use codes of two letters with commas between them, such as DE, AT.`,
  amount: 'Use an amount such as 12.50.',
  name: 'Name the method.',
  pickUp: 'Say in which country it is picked up.',
  rows: 'Use a list of rows.',
  methods: (most: number) => `Use at most ${most} methods.`,
  price: 'Enter what it costs; 0 if nothing.',
  weight: 'This is less than the least weight. Turn them around.',
  value: 'This is less than the least value. Turn them around.',
  key: 'Use lower-case letters, digits and hyphens.',
  taken: 'Another method has this key already.',
})
