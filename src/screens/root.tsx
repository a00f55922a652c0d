import { type ReactNode, useEffect } from 'react'
import { Meta, Outlet, Scripts, ScrollRestoration, isRouteErrorResponse } from 'react-router'
import barlowRegular from '#ui/fonts/barlow-400.woff2?url'
import barlowMedium from '#ui/fonts/barlow-500.woff2?url'
import barlowSemibold from '#ui/fonts/barlow-600.woff2?url'
import condensedSemibold from '#ui/fonts/barlow-condensed-600.woff2?url'
import condensedBold from '#ui/fonts/barlow-condensed-700.woff2?url'
import { contentContract } from '#contracts/content'
import { SessionProvider } from '#parts/accounts'
import { LostPage } from './storefront/lost/lost-page.tsx'
import { NavigationProgress } from './storefront/frame/navigation-progress.tsx'
import '#ui/base.css'
import { callContext } from '#ui/calls/call.ts'
import { Prefetch } from '#ui/navigation/prefetch.tsx'
import { ShopProvider } from '#ui/shop.tsx'
import { StarSymbols } from '#ui/data/stars.tsx'
import { Stylesheets } from '#ui/navigation/stylesheets.tsx'
import { Toasts } from '#ui/feedback/toasts.tsx'
import type { Route } from './+types/root.ts'

/** All of them: each is on the first screen of every public page. */
const preloadedFonts = [barlowRegular, barlowMedium, barlowSemibold, condensedSemibold, condensedBold]

export async function loader({ context }: Route.LoaderArgs) {
  const config = await context.get(callContext)(contentContract.getConfig, {})
  const { shop, currency, locale, timeZone, identity } = config
  return {
    shop: { ...shop, currency, locale, timeZone },
    hostedIdentity: identity.provider === 'firebase',
  }
}

/** The shop's settings do not change under a visitor. */
export function shouldRevalidate() {
  return false
}

/** The document around every screen, the one of an error included. */
export function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {/* The stylesheet comes before all else that is fetched: nothing can be painted without it. */}
        <Stylesheets />
        {preloadedFonts.map(href => (
          <link key={href} rel="preload" as="font" type="font/woff2" href={href} crossOrigin="anonymous" />
        ))}
        <link rel="icon" type="image/svg+xml" href="/favicon.svg" />
        <link rel="apple-touch-icon" href="/icons/touch-180.png" />
        <link rel="manifest" href="/manifest.webmanifest" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#12171c" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#0b0f12" />
        <Meta />
      </head>
      <body>
        <StarSymbols />
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}

export default function App({ loaderData }: Route.ComponentProps) {
  // `bench/web.ts` reads it: figures of a page that is still to be hydrated would flatter it.
  useEffect(() => void performance.mark('hydrated'), [])
  return (
    <ShopProvider value={loaderData.shop}>
      <SessionProvider hosted={loaderData.hostedIdentity}>
        <NavigationProgress />
        <Prefetch />
        <Outlet />
        <Toasts />
      </SessionProvider>
    </ShopProvider>
  )
}

/** The last ring: whatever fails, there is a page that says so and leads on. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const status = isRouteErrorResponse(error) ? error.status : 500
  return (
    <main className="column">
      <LostPage kind={status === 404 ? 'not-found' : 'failed'} />
    </main>
  )
}
