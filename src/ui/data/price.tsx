import { createContext, use } from 'react'
import { formatMoney, toMinorUnits } from '#kernel/money'
import { classNames } from '../class-names.ts'
import styles from './price.module.css'
import { kitTexts } from '../kit.texts.ts'
import { Link } from '../navigation/link.tsx'
import { useShop } from '../shop.tsx'

type PriceProps = {
  /** A decimal as the API shows it: 177.24. Null of a price that is not told to whoever is here. */
  amount: number | null
  /** Lower-case ISO code, for an amount that keeps its own, such as an order's; else the shop's. */
  currency?: string
  /** `large` in signage type, for the one price that a card or a page is about. */
  size?: 'usual' | 'large'
}

/** The class of each amount, for what writes another one into the place of one that stands there. */
export const priceClass = styles.price
export const signInClass = styles.signIn ?? ''

/** Why somebody is told no price: nobody is signed in, their email address is to be confirmed first, or the shop does not want it. */
export type Untold = 'visitor' | 'unconfirmed' | 'refused'

/** Why whoever is signed in and is told no price is not. */
export const untoldOf = (account: { emailVerified: boolean }): Untold =>
  account.emailVerified ? 'refused' : 'unconfirmed'

const UntoldContext = createContext<Untold>('visitor')

/** Whom prices below are untold to; a visitor where nobody says it. */
export const Untelling = UntoldContext.Provider
export const useUntold = (): Untold => use(UntoldContext)

/** What each of them can do about it. */
export const waysToPrice = (): Record<Untold, { to: string; words: string }> => ({
  visitor: { to: '/login', words: kitTexts.signInForPrice },
  unconfirmed: { to: '/dashboard/account', words: kitTexts.confirmForPrice },
  refused: { to: '/pages/contact', words: kitTexts.contactForPrice },
})

/** An amount of money for people. */
export function Price({ amount, currency, size = 'usual' }: PriceProps) {
  const format = useMoney()
  if (amount === null) return <WayToPrice size={size} />
  return <span className={classNames(styles.price, styles[size])}>{format(amount, currency)}</span>
}

/** In the place of a price, as high as that. */
function WayToPrice({ size }: Required<Pick<PriceProps, 'size'>>) {
  const { to, words } = waysToPrice()[useUntold()]
  return (
    <Link to={to} className={classNames(styles.price, styles[size], styles.signIn)}>
      {words}
    </Link>
  )
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
