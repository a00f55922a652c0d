import { texts } from '#kernel/texts'

/** Where a member of companies says for which of them they buy. */
export const buyingForTexts = texts('screens.buyingFor', {
  label: 'You buy for',
  myself: 'Myself',
  hint: 'Prices and orders are those of whom you buy for.',
})
