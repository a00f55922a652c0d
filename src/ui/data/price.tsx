import { formatMoney, toMinorUnits } from '#kernel/money'
import { classNames } from '../class-names.ts'
import styles from './price.module.css'
import { kitTexts } from '../kit.texts.ts'
import { Link } from '../navigation/link.tsx'
import { useShop } from '../shop.tsx'

type PriceProps = {
  /** A decimal as the API shows it: 177.24. Null of a price that is not told to whoever is here. */
  amount: number | null
  /** Said to who is signed in, and is not told it all the same: their email address is to be confirmed first. */
  isSignedIn?: boolean
  /** Lower-case ISO code, for an amount that keeps its own, such as an order's; else the shop's. */
  currency?: string
  /** `large` in signage type, for the one price that a card or a page is about. */
  size?: 'usual' | 'large'
}

/** The class of each amount, for what writes another one into the place of one that stands there. */
export const priceClass = styles.price
export const signInClass = styles.signIn ?? ''

/** What who is signed in can do to see prices. */
export const wayToConfirm = { to: '/dashboard/account', words: kitTexts.confirmForPrice }

/** An amount of money for people. */
export function Price({ amount, currency, size = 'usual', isSignedIn = false }: PriceProps) {
  const format = useMoney()
  if (amount === null) return <WayToPrice size={size} isSignedIn={isSignedIn} />
  return <span className={classNames(styles.price, styles[size])}>{format(amount, currency)}</span>
}

/** In the place of a price, as high as that. */
function WayToPrice({ size, isSignedIn }: Required<Pick<PriceProps, 'size' | 'isSignedIn'>>) {
  return (
    <Link
      to={isSignedIn ? wayToConfirm.to : '/login'}
      className={classNames(styles.price, styles[size], styles.signIn)}
    >
      {isSignedIn ? wayToConfirm.words : kitTexts.signInForPrice}
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
