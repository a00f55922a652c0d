import { type ComponentProps, type ComponentType, createContext, use } from 'react'

export type LinkProps = Omit<ComponentProps<'a'>, 'href'> & {
  to: string
  /** It changes what stands under the eyes, such as a filter: the next page is shown at the same height. */
  stay?: boolean | undefined
  replace?: boolean
  /** `no`: the page behind it is not made ready ahead. */
  'data-ahead'?: 'no'
  /** What the next screen of the application is told. */
  state?: unknown
  /** Leads to something that is no screen of the application, such as a file. */
  reloadDocument?: boolean
}

export type Navigation = {
  /** Path and query of what is shown. */
  address: string
  Link: ComponentType<LinkProps>
  go: (to: string, options?: { stay?: boolean }) => void
}

/** How the screen moves on. Pages of the shop leave it to the browser; the application around an account has a router. */
export const NavigationContext = createContext<Navigation | undefined>(undefined)

export function useNavigation(): Navigation {
  const navigation = use(NavigationContext)
  if (!navigation) throw new Error('useNavigation() needs a NavigationContext above it')
  return navigation
}

export function Link(props: LinkProps) {
  const { Link: OwnLink } = useNavigation()
  return <OwnLink {...props} />
}

type NavLinkProps = LinkProps & {
  /** Only where it leads exactly there, and not to what stands below it. */
  end?: boolean
}

/** A link of a menu, marked where it leads to the page that is open. */
export function NavLink({ end = false, ...props }: NavLinkProps) {
  const [path = ''] = useNavigation().address.split('?')
  const isOpen = path === props.to || (!end && path.startsWith(`${props.to}/`))
  return <Link {...props} aria-current={isOpen ? 'page' : undefined} />
}
