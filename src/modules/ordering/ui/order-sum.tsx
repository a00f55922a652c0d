import { numberFormat } from '#kernel/formats'
import { Price, useMoney } from '#ui/data/price.tsx'
import { useShop } from '#ui/shop.tsx'
import { ordersTexts } from '../orders/orders.texts.ts'
import styles from './order-sum.module.css'
import type { Sum } from './terms.ts'

type OrderSumProps = {
  /** Undefined while it cannot be told: its rows stay, their amounts are dashes. */
  sum: Sum | undefined
  /** How the goods' amount comes about, such as "5 × $8.35". */
  goodsOf?: string | undefined
}

/** What a total is made of besides the goods, each with its name and amount in words. */
export function useExtras(sum: Sum | undefined) {
  const { locale } = useShop()
  const percent = numberFormat(locale, { style: 'percent', maximumFractionDigits: 4 })
  const rate = sum ? percent.format(sum.taxRate) : ordersTexts.unknownAmount
  return {
    shipping: {
      name: ordersTexts.shipping,
      amount: sum?.shipping === 0 ? ordersTexts.free : <Amount sum={sum} of="shipping" />,
    },
    tax: {
      name: sum?.pricesIncludeTax ? ordersTexts.includedTax(rate) : ordersTexts.tax(rate),
      amount: <Amount sum={sum} of="tax" />,
    },
  }
}

function Amount({ sum, of }: { sum: Sum | undefined; of: 'goods' | 'shipping' | 'tax' }) {
  return sum ? <Price amount={sum[of]} currency={sum.currency} /> : ordersTexts.unknownAmount
}

/** A total taken apart: goods, shipping, tax, total. */
export function OrderSum({ sum, goodsOf }: OrderSumProps) {
  const { shipping, tax } = useExtras(sum)
  const taxRow = (
    <div className={styles.row}>
      <dt>{tax.name}</dt>
      <dd>{tax.amount}</dd>
    </div>
  )
  return (
    <dl className={styles.sum}>
      <div className={styles.row}>
        <dt>
          {ordersTexts.goods}
          {goodsOf && <span className={styles.how}>{goodsOf}</span>}
        </dt>
        <dd>
          <Amount sum={sum} of="goods" />
        </dd>
      </div>
      <div className={styles.row}>
        <dt>{shipping.name}</dt>
        <dd>{shipping.amount}</dd>
      </div>
      {!sum?.pricesIncludeTax && taxRow}
      <div className={styles.total}>
        <dt>{ordersTexts.total}</dt>
        <dd>{sum ? <Price amount={sum.total} currency={sum.currency} size="large" /> : ordersTexts.unknownAmount}</dd>
      </div>
      {sum?.pricesIncludeTax && taxRow}
    </dl>
  )
}

/** How far it is to free shipping; nothing once it is free, or where shipping never costs anything. */
export function FreeShippingHint({ from, missing, currency }: { from: number; missing: number; currency: string }) {
  const money = useMoney()
  if (missing === 0) return null
  return <p className={styles.hint}>{ordersTexts.freeShippingToGo(money(from, currency), money(missing, currency))}</p>
}
