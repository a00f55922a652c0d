import { useEffect } from 'react'
import { useHasOwnPrices } from '#parts/ordering'
import { useShop } from '#ui/shop.tsx'

/**
 * Has lists and suggestions show what whoever is here pays, where that is not what everyone does; the rest is loaded for them
 * alone. `isOfPage`: the lists of the page are everyone's, as the shop's pages are.
 */
export function OwnPrices({ isOfPage = false }: { isOfPage?: boolean }) {
  const has = useHasOwnPrices()
  const shop = useShop()
  useEffect(() => {
    if (!has) return undefined
    const leaving = new AbortController()
    import('./show-own-prices.ts')
      .then(({ showOwnPrices }) => showOwnPrices(shop, { isOfPage, signal: leaving.signal }))
      // The list prices stay: basket and order say what is paid.
      .catch(() => undefined)
    return () => leaving.abort()
  }, [has, isOfPage, shop])
  return null
}
