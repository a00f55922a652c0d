import { type ReactNode, createContext, use } from 'react'

/** What every amount, date and title needs to know of the shop. `currency` is a lower-case ISO code, `url` has no slash at its end. */
export type Shop = {
  name: string
  url: string
  currency: string
  locale: string
  timeZone: string
  /** Where it is, by its code of ISO 3166, as far as its owner has said it. */
  country?: string | undefined
  /** Said where visitors see no prices: nothing is sorted or narrowed by them. */
  pricesAfterSignIn?: true
}

const ShopContext = createContext<Shop | undefined>(undefined)

export function ShopProvider({ value, children }: { value: Shop; children: ReactNode }) {
  return <ShopContext value={value}>{children}</ShopContext>
}

/** The shop's settings. There is no default: an amount in a guessed currency would be worse than an error. */
export function useShop(): Shop {
  const shop = use(ShopContext)
  if (!shop) throw new Error('useShop() needs a ShopProvider above it')
  return shop
}
