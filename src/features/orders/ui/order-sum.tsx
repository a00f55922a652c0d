import { Price, useMoney } from '#ui/price.tsx'
import { useShop } from '#ui/shop.tsx'
import { ordersTexts } from '../orders.texts.ts'
import styles from './order-sum.module.css'
import type { Sum } from './terms.ts'

type OrderSumProps = {
  /** Undefined while it cannot be told: its rows stay, their amounts are dashes. */
  sum: Sum | undefined
  /** How the goods' amount comes about, such as "5 × $8.35". */
  goodsOf?: string | undefined
}

/** A total taken apart: goods, shipping, tax, total. */
export function OrderSum({ sum, goodsOf }: OrderSumProps) {
  const { locale } = useShop()
  const rate =
    sum?.taxRate.toLocaleString(locale, { style: 'percent', maximumFractionDigits: 4 }) ?? ordersTexts.unknownAmount
  const amountOf = (amount: number | undefined) =>
    sum && amount !== undefined ? <Price amount={amount} currency={sum.currency} /> : ordersTexts.unknownAmount
  const tax = (
    <div className={styles.row}>
      <dt>{sum?.pricesIncludeTax ? ordersTexts.includedTax(rate) : ordersTexts.tax(rate)}</dt>
      <dd>{amountOf(sum?.tax)}</dd>
    </div>
  )
  return (
    <dl className={styles.sum}>
      <div className={styles.row}>
        <dt>
          {ordersTexts.goods}
          {goodsOf && <span className={styles.how}>{goodsOf}</span>}
        </dt>
        <dd>{amountOf(sum?.goods)}</dd>
      </div>
      <div className={styles.row}>
        <dt>{ordersTexts.shipping}</dt>
        <dd>{sum?.shipping === 0 ? ordersTexts.free : amountOf(sum?.shipping)}</dd>
      </div>
      {!sum?.pricesIncludeTax && tax}
      <div className={styles.total}>
        <dt>{ordersTexts.total}</dt>
        <dd>{sum ? <Price amount={sum.total} currency={sum.currency} size="large" /> : ordersTexts.unknownAmount}</dd>
      </div>
      {sum?.pricesIncludeTax && tax}
    </dl>
  )
}

/** How far it is to free shipping; nothing once it is free, or where shipping never costs anything. */
export function FreeShippingHint({ from, missing, currency }: { from: number; missing: number; currency: string }) {
  const money = useMoney()
  if (missing === 0) return null
  return <p className={styles.hint}>{ordersTexts.freeShippingToGo(money(from, currency), money(missing, currency))}</p>
}
