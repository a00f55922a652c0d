import { Price } from '#ui/data/price.tsx'
import { pricingTexts } from '../pricing.texts.ts'

/** Decimals of the shop's currency, for one unit. */
export type PaidPrice = { unitPrice: number; listPrice: number }

/** A price with the list price beside it, where that is another one. */
export function TradePrice({ unitPrice, listPrice }: PaidPrice) {
  return (
    <>
      <Price amount={unitPrice} />
      {unitPrice !== listPrice && (
        <>
          {' '}
          <small>
            <span className="visually-hidden">{pricingTexts.listPriceIs} </span>
            <s>
              <Price amount={listPrice} />
            </s>
          </small>
        </>
      )}
    </>
  )
}
