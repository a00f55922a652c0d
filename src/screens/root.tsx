import { type ReactNode, useEffect } from 'react'
import { Links, Meta, Outlet, Scripts, ScrollRestoration, isRouteErrorResponse } from 'react-router'
import { SessionProvider } from '#parts/accounts'
import { ApplicationNavigation } from './application/application-navigation.tsx'
import { DocumentLinks } from './frame/document-links.tsx'
import { readPageFacts } from './frame/page-facts.ts'
import { LostPage } from './lost/lost-page.tsx'
import '#ui/base.css'
import { callContext } from '#ui/calls/call.ts'
import { ShopProvider } from '#ui/shop.tsx'
import { StarSymbols } from '#ui/data/stars.tsx'
import { Toasts } from '#ui/feedback/toasts.tsx'
import type { Route } from './+types/root.ts'

export function loader({ context }: Route.LoaderArgs) {
  return readPageFacts(context.get(callContext))
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
        <Links />
        <DocumentLinks />
        <Meta />
      </head>
      <body>
        <StarSymbols />
        <ApplicationNavigation>{children}</ApplicationNavigation>
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}

export default function Application({ loaderData }: Route.ComponentProps) {
  // `bench/web.ts` reads it: figures of a screen that is still to be hydrated would flatter it.
  useEffect(() => void performance.mark('alive'), [])
  return (
    <ShopProvider value={loaderData.shop}>
      <SessionProvider isHosted={loaderData.hostedIdentity}>
        <Outlet />
        <Toasts readyAtPress />
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
