import type { LinkProps, Navigation } from './link.tsx'
import { stayAt } from './position.ts'

/** A link of a page that has no router: the browser's own. `data-stay` is read by `position.ts`. */
function PageLink({
  to,
  stay,
  replace: _replace,
  state: _state,
  reloadDocument: _reload,
  children,
  ...rest
}: LinkProps) {
  return (
    <a {...rest} href={to} data-stay={stay || undefined}>
      {children}
    </a>
  )
}

/** Moving on where the browser does it. */
export function pageNavigation(address: string): Navigation {
  return {
    address,
    Link: PageLink,
    go(to, { stay = false } = {}) {
      if (stay) stayAt(to, document.activeElement)
      else location.assign(to)
    },
  }
}
