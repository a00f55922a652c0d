import { type ComponentProps, useContext } from 'react'
import { Links, UNSAFE_FrameworkContext as FrameworkContext, useMatches } from 'react-router'

type Manifest = NonNullable<ComponentProps<typeof FrameworkContext.Provider>['value']>['manifest'] | undefined

/** React's word for stylesheets that belong together: they stand in the order in which they came. */
export const stylesheetRank = 'page'

/** The addresses of the stylesheets of a page that has these routes, in their order. */
export function stylesheetsOf(
  manifest: Manifest,
  routes: readonly ({ id: string } | { route: { id: string } })[] | null | undefined,
): string[] {
  const ids = (routes ?? []).map(one => ('route' in one ? one.route.id : one.id))
  return [...new Set(ids.flatMap(id => manifest?.routes[id]?.css ?? []))]
}

/**
 * The stylesheets of the screen. With a rank React keeps those that are there when the screen goes, and shows the next
 * screen when its own have come: nothing is ever seen without its looks. Live reload brings its own.
 */
export function Stylesheets() {
  const manifest = useContext(FrameworkContext)?.manifest
  const matches = useMatches()
  if (import.meta.env.DEV) return <Links />
  return stylesheetsOf(manifest, matches).map(href => (
    <link key={href} rel="stylesheet" href={href} precedence={stylesheetRank} />
  ))
}
