import { type ReactNode, useEffect, useRef } from 'react'
import { Outlet, isRouteErrorResponse, useLocation } from 'react-router'
import { contentContract } from '#contracts/content'
import type { Content } from '#rules/content'
import { callContext } from '#ui/calls/call.ts'
import { contentTexts } from '../frame.texts.ts'
import type { Route } from './+types/shop-layout.ts'
import { Footer } from './footer.tsx'
import { LostPage } from '../lost/lost-page.tsx'
import { NavigationBar } from './navigation-bar.tsx'
import styles from './shop-layout.module.css'
import { TopBar } from './top-bar.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  // The year is decided here, so that a page rendered at midnight and hydrated after it agrees with itself.
  return { content: await context.get(callContext)(contentContract.getContent, {}), year: new Date().getUTCFullYear() }
}

/** The shop's words do not change under a visitor. */
export function shouldRevalidate() {
  return false
}

/** The frame of every screen: top bar, navigation, the screen itself, footer. */
export default function ShopLayout({ loaderData }: Route.ComponentProps) {
  return (
    <Frame {...loaderData}>
      <Outlet />
    </Frame>
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
  return loaderData ? <Frame {...loaderData}>{problem}</Frame> : problem
}

function Frame({ content, year, children }: { content: Content; year: number; children: ReactNode }) {
  const main = useRef<HTMLElement>(null)
  useFocusOnArrival(main)
  return (
    <div className={styles.frame}>
      <a href="#main" className={styles.skip} data-print="no">
        {contentTexts.skipToContent}
      </a>
      <TopBar {...content.shop} />
      <NavigationBar shopName={content.shop.name} />
      <main id="main" ref={main} tabIndex={-1} className={styles.main}>
        {children}
      </main>
      <Footer content={content} year={year} />
    </div>
  )
}

/** What was shown last. Not of a frame: a screen that fails has one of its own. */
let shownPath: string | undefined

/** After a move to another page, reading and tabbing go on at that page, not at the link that was pressed. */
function useFocusOnArrival(main: { current: HTMLElement | null }) {
  const { pathname } = useLocation()
  useEffect(() => {
    const hasMoved = shownPath !== undefined && shownPath !== pathname
    shownPath = pathname
    if (hasMoved) main.current?.focus({ preventScroll: true })
  }, [main, pathname])
}
