import { type ReactNode, useEffect, useMemo } from 'react'
import { Link, useLocation, useNavigate, useRevalidator } from 'react-router'
import { type LinkProps, NavigationContext } from '#ui/navigation/link.tsx'
import { hideMenusWithTheirLinks } from '#ui/navigation/menus.ts'
import { leadSlashToSearch } from '#ui/navigation/slash.ts'

/** A link that the router follows. The browser moves from screen to screen without a blank frame. */
function ScreenLink({ stay = false, ...props }: LinkProps) {
  return <Link {...props} prefetch="intent" preventScrollReset={stay} viewTransition={!stay} />
}

/** Moving on within the application. What is no screen of its own, its last route leaves to the browser. */
export function ApplicationNavigation({ children }: { children: ReactNode }) {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const navigation = useMemo(
    () => ({
      address: pathname + search,
      Link: ScreenLink,
      go: (to: string, { stay = false } = {}) => void navigate(to, { preventScrollReset: stay }),
    }),
    [pathname, search, navigate],
  )
  useEffect(() => {
    leadSlashToSearch()
    hideMenusWithTheirLinks()
  }, [])
  const { revalidate } = useRevalidator()
  useEffect(() => {
    // A screen that is shown again as it was left: stock and prices must be today's.
    const readAgain = ({ persisted }: PageTransitionEvent) => void (persisted && revalidate())
    window.addEventListener('pageshow', readAgain)
    return () => window.removeEventListener('pageshow', readAgain)
  }, [revalidate])
  return <NavigationContext value={navigation}>{children}</NavigationContext>
}
