import { type ReactNode, useMemo } from 'react'
import { NavigationContext } from '../navigation/link.tsx'
import { pageNavigation } from '../navigation/page-navigation.tsx'
import { type Shop, ShopProvider } from '../shop.tsx'

/** What every part of a page may ask for. */
export function Surroundings({ shop, address, children }: { shop: Shop; address: string; children: ReactNode }) {
  const navigation = useMemo(() => pageNavigation(address), [address])
  return (
    <ShopProvider value={shop}>
      <NavigationContext value={navigation}>{children}</NavigationContext>
    </ShopProvider>
  )
}
