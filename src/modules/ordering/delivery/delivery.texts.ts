import { texts } from '#kernel/texts'

/** What is said of how goods reach the buyer. */
export const deliveryTexts = texts('ordering.delivery', {
  doubtfulPhone: 'This may not be a number of that country. It is kept as it was typed.',
  standard: 'Standard delivery',
  method: 'Delivery method',
  days: (days: number) => (days === 1 ? 'within 1 working day' : `within ${days} working days`),
  pickUp: 'you pick it up',
})
