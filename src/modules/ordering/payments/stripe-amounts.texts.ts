import { texts } from '#kernel/texts'

/** Why a shop whose prices are in a currency cannot be paid by Stripe. */
export const stripeAmountTexts = texts('ordering.stripeAmounts', {
  miscounted: (currency: string) =>
    `Stripe counts ${currency} in whole units, this shop in hundredths of them. Use another currency.`,
  lastDigits: (currency: string) =>
    `Stripe takes amounts in ${currency} only if the last digits are 0; what an order comes to here, with its tax, is not. Use another currency.`,
})
