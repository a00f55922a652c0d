import type { ReactNode } from 'react'
import { SearchBox } from '#parts/finder'
import { Island } from '#ui/islands/island.tsx'
import { Frame } from '../frame/frame.tsx'
import type { FrameData } from '../frame/read-frame.ts'
import { SessionCorner } from '../frame/session-corner.tsx'
import { BasketOfAccount } from './islands/basket-of-account.tsx'
import { LinksOfAccount } from './islands/main-links.tsx'

const onAccount = ['account'] as const
const onBasket = ['account', 'basket'] as const

/** Who is here is found out where somebody is: a visitor's page needs no script for it. */
const parts = {
  search: <Island name="search-box" of={SearchBox} props={{}} />,
  links: <Island name="main-links" of={LinksOfAccount} props={{}} wakesOn={onAccount} />,
  basket: <Island name="basket-link" of={BasketOfAccount} props={{}} wakesOn={onBasket} />,
  corner: <Island name="session-corner" of={SessionCorner} props={{}} wakesOn={onAccount} />,
  menuLinks: <Island name="main-links" at="-menu" of={LinksOfAccount} props={{}} wakesOn={onAccount} />,
  menuCorner: <Island name="session-corner" at="-menu" of={SessionCorner} props={{ wide: true }} wakesOn={onAccount} />,
}

/** The frame of the shop's pages. */
export function StorefrontFrame({ children, ...frame }: FrameData & { children: ReactNode }) {
  return (
    <Frame {...frame} parts={parts}>
      {children}
    </Frame>
  )
}
