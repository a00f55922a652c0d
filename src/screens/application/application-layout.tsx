import { type ReactNode, useEffect, useRef } from 'react'
import { Outlet, isRouteErrorResponse, useLocation } from 'react-router'
import { useSession } from '#parts/accounts'
import { SearchBox, WhoIsHere } from '#parts/finder'
import { BasketLink } from '#parts/ordering'
import { callContext } from '#ui/calls/call.ts'
import { Untelling, untoldOf } from '#ui/data/price.tsx'
import { Frame, Main } from '../frame/frame.tsx'
import { MainLinks } from '../frame/main-links.tsx'
import { OwnPrices } from '../frame/own-prices.tsx'
import { type FrameData, readFrame } from '../frame/read-frame.ts'
import { SessionCorner } from '../frame/session-corner.tsx'
import { LostPage } from '../lost/lost-page.tsx'
import type { Route } from './+types/application-layout.ts'

export function loader({ context }: Route.LoaderArgs) {
  return readFrame(context.get(callContext))
}

/** The shop's words do not change under a visitor. */
export function shouldRevalidate() {
  return false
}

export default function ApplicationLayout({ loaderData }: Route.ComponentProps) {
  return (
    <ApplicationFrame {...loaderData}>
      <Outlet />
    </ApplicationFrame>
  )
}

/** A screen that failed leaves the frame standing, so that there is a way on. */
export function ErrorBoundary({ error, loaderData }: Route.ErrorBoundaryProps) {
  const isMissing = isRouteErrorResponse(error) && error.status === 404
  const problem = (
    <div className="column">
      <LostPage kind={isMissing ? 'not-found' : 'failed'} />
    </div>
  )
  return loaderData ? <ApplicationFrame {...loaderData}>{problem}</ApplicationFrame> : problem
}

const parts = {
  search: <SearchBox />,
  links: <MainLinks />,
  basket: <BasketLink />,
  corner: <SessionCorner />,
  menuLinks: <MainLinks />,
  menuCorner: <SessionCorner wide />,
}

function ApplicationFrame({ children, ...frame }: FrameData & { children: ReactNode }) {
  const main = useRef<HTMLElement>(null)
  const { account } = useSession()
  useFocusOnArrival(main)
  return (
    <Untelling value={account ? untoldOf(account) : 'visitor'}>
      <Frame {...frame} parts={parts}>
        <Main ref={main}>
          <WhoIsHere />
          <OwnPrices />
          {children}
        </Main>
      </Frame>
    </Untelling>
  )
}

/** What was shown last. Not of a frame: a screen that fails has one of its own. */
let shownPath: string | undefined

/** After a move to another screen, reading and tabbing go on at that screen, not at the link that was pressed. */
function useFocusOnArrival(main: { current: HTMLElement | null }) {
  const { pathname } = useLocation()
  useEffect(() => {
    const hasMoved = shownPath !== undefined && shownPath !== pathname
    shownPath = pathname
    if (hasMoved) main.current?.focus({ preventScroll: true })
  }, [main, pathname])
}
