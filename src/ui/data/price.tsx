import { formatMoney, toMinorUnits } from '#kernel/money'
import { classNames } from '../class-names.ts'
import styles from './price.module.css'
import { useShop } from '../shop.tsx'

type PriceProps = {
  /** A decimal as the API shows it: 177.24. */
  amount: number
  /** Lower-case ISO code, for an amount that keeps its own, such as an order's; else the shop's. */
  currency?: string
  /** `large` in signage type, for the one price that a card or a page is about. */
  size?: 'usual' | 'large'
}

/** The class of each amount, for what writes another one into the place of one that stands there. */
export const priceClass = styles.price

/** An amount of money for people. */
export function Price({ amount, currency, size = 'usual' }: PriceProps) {
  const format = useMoney()
  return <span className={classNames(styles.price, styles[size])}>{format(amount, currency)}</span>
}

/** How to write an amount inside a sentence: `useMoney()(177.24)`. */
export function useMoney(): (amount: number, currency?: string) => string {
  const shop = useShop()
  return (amount, currency = shop.currency) => {
    const minor = toMinorUnits(amount, currency)
    // More decimals than the currency has: shown as it came rather than rounded to something nobody said.
    return minor === undefined ? String(amount) : formatMoney(minor, currency, shop.locale)
  }
}
