import { BasketLink } from '#parts/ordering'
import { OwnPrices } from '../../frame/own-prices.tsx'

/** The way to the basket. It learns who pays prices of their own, and has the page show them. */
export function BasketOfAccount() {
  return (
    <>
      <OwnPrices isOfPage />
      <BasketLink />
    </>
  )
}
