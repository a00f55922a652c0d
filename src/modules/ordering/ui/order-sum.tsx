import type { ReactNode } from 'react'
import { withinCountry } from '#kernel/countries'
import { numberFormat } from '#kernel/formats'
import { Price, useMoney } from '#ui/data/price.tsx'
import { useShop } from '#ui/shop.tsx'
import type { TaxGroup } from '../orders/order-line.contract.ts'
import { ordersTexts } from '../orders/orders.texts.ts'
import styles from './order-sum.module.css'

/** The parts of a total as the API shows them: decimals of `currency`, the rate a share. */
export type Sum = {
  goods: number
  shipping: number
  tax: number
  taxRate: number
  pricesIncludeTax: boolean
  total: number
  currency: string
  /** Where more than one tax is in it, each of them. */
  taxes?: readonly TaxGroup[]
}

type OrderSumProps = {
  /** Undefined while it cannot be told: its rows stay, their amounts are dashes. */
  sum: Sum | undefined
  /** How the goods' amount comes about, such as "5 × $8.35". */
  goodsOf?: string | undefined
  /** The country that it is for, where another address may make it another one. */
  country?: string | undefined
}

type Extra = { name: string; amount: ReactNode }

/** What a total is made of besides the goods, each with its name and amount in words: one tax, or each of several. */
export function useExtras(sum: Sum | undefined): { shipping: Extra; taxes: Extra[] } {
  const { locale } = useShop()
  const percent = numberFormat(locale, { style: 'percent', maximumFractionDigits: 4 })
  const nameOf = sum?.pricesIncludeTax ? ordersTexts.includedTax : ordersTexts.tax
  const rate = sum ? percent.format(sum.taxRate) : ordersTexts.unknownAmount
  const groups = sum?.taxes && sum.taxes.length > 1 ? sum.taxes : undefined
  return {
    shipping: {
      name: ordersTexts.shipping,
      amount: sum?.shipping === 0 ? ordersTexts.free : <Amount sum={sum} of="shipping" />,
    },
    taxes: groups?.map(({ taxRate, reason, tax }) => ({
      name: nameOf(taxRate > 0 ? percent.format(taxRate) : `${percent.format(0)}, ${reason}`),
      amount: <Price amount={tax} currency={sum?.currency ?? ''} />,
    })) ?? [{ name: nameOf(rate), amount: <Amount sum={sum} of="tax" /> }],
  }
}

function Amount({ sum, of }: { sum: Sum | undefined; of: 'goods' | 'shipping' | 'tax' }) {
  return sum ? <Price amount={sum[of]} currency={sum.currency} /> : ordersTexts.unknownAmount
}

/** A total taken apart: goods, shipping, tax, total. */
export function OrderSum({ sum, goodsOf, country }: OrderSumProps) {
  const { locale } = useShop()
  const { shipping, taxes } = useExtras(sum)
  const taxRows = taxes.map(({ name, amount }) => (
    <div key={name} className={styles.row}>
      <dt>{name}</dt>
      <dd>{amount}</dd>
    </div>
  ))
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
      {!sum?.pricesIncludeTax && taxRows}
      <div className={styles.total}>
        <dt>{ordersTexts.total}</dt>
        <dd>{sum ? <Price amount={sum.total} currency={sum.currency} size="large" /> : ordersTexts.unknownAmount}</dd>
      </div>
      {sum?.pricesIncludeTax && taxRows}
      {country && (
        <div className={styles.hint}>
          <dt>{ordersTexts.deliveryWithin(withinCountry(country, locale))}</dt>
        </div>
      )}
    </dl>
  )
}

/** How far it is to free shipping; nothing once it is free, or where shipping never costs anything. */
export function FreeShippingHint({ from, missing, currency }: { from: number; missing: number; currency: string }) {
  const money = useMoney()
  if (missing === 0) return null
  return <p className={styles.hint}>{ordersTexts.freeShippingToGo(money(from, currency), money(missing, currency))}</p>
}
