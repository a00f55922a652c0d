import type { ComponentProps } from 'react'
import { Link as RouterLink, NavLink as RouterNavLink } from 'react-router'

/**
 * A link of the house. `Prefetch` fetches its page when somebody points at it, and the browser moves from screen to
 * screen without a blank frame. Links that change the list under the eyes (`preventScrollReset`) change it in place.
 */
export function Link(props: ComponentProps<typeof RouterLink>) {
  return <RouterLink viewTransition={!props.preventScrollReset} {...props} />
}

/** A link of a menu, marked where it leads to the page that is open. */
export function NavLink(props: ComponentProps<typeof RouterNavLink>) {
  return <RouterNavLink viewTransition {...props} />
}
