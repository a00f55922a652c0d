import { type Permission, isStaff, may } from '#kernel/access'
import { accountsTexts } from '#texts/accounts'
import type { SessionAccount } from '#parts/accounts'

type Entry = {
  to: string
  label: string
  end?: boolean
  /** Whose it is: everyone's, who buys for themselves and does not see all orders, or staff's with a permission. */
  for: 'everyone' | 'buyers' | Permission
}

const { menuEntries: labels } = accountsTexts

/** The side menu; each account sees what is for it (specification, section 2). */
const entries: readonly Entry[] = [
  { to: '/dashboard', label: labels.profile, end: true, for: 'everyone' },
  { to: '/dashboard/overview', label: labels.overview, for: 'reports' },
  { to: '/dashboard/order', label: labels.orders, for: 'buyers' },
  { to: '/dashboard/reviews', label: labels.addReview, for: 'buyers' },
  { to: '/dashboard/allOrders', label: labels.allOrders, for: 'orders' },
  { to: '/dashboard/manageProducts', label: labels.products, for: 'catalogue' },
  { to: '/dashboard/lowStock', label: labels.lowStock, for: 'catalogue' },
  { to: '/dashboard/stockTakes', label: labels.stockTakes, for: 'stock' },
  { to: '/dashboard/addNewTool', label: labels.addTool, for: 'catalogue' },
  { to: '/dashboard/categories', label: labels.categories, for: 'catalogue' },
  { to: '/dashboard/price-lists', label: labels.priceLists, for: 'prices' },
  { to: '/dashboard/brands', label: labels.brands, for: 'catalogue' },
  { to: '/dashboard/imports', label: labels.imports, for: 'imports' },
  { to: '/dashboard/reports', label: labels.reports, for: 'reports' },
  { to: '/dashboard/customers', label: labels.customers, for: 'customers' },
  { to: '/dashboard/users', label: labels.users, for: 'staff' },
  { to: '/dashboard/staff', label: labels.staff, for: 'staff' },
  { to: '/dashboard/manageReviews', label: labels.manageReviews, for: 'reviews' },
  { to: '/dashboard/content', label: labels.content, for: 'settings' },
  { to: '/dashboard/settings', label: labels.settings, for: 'settings' },
  { to: '/dashboard/audit', label: labels.audit, for: 'audit' },
  { to: '/dashboard/lists', label: labels.lists, for: 'everyone' },
  { to: '/dashboard/addresses', label: labels.addresses, for: 'everyone' },
  { to: '/dashboard/portfolio', label: labels.portfolio, for: 'everyone' },
  { to: '/dashboard/account', label: labels.account, for: 'everyone' },
]

type Reader = Pick<SessionAccount, 'permissions'>

const isFor = (account: Reader, whose: Entry['for']): boolean => {
  if (whose === 'everyone') return true
  return whose === 'buyers' ? ordersForItself(account) : may(account, whose)
}

export const menuOf = (account: Reader): Entry[] => entries.filter(entry => isFor(account, entry.for))

/** Staff who see all orders find their own among them (decisions, section 3). */
export const ordersForItself = (account: Reader): boolean => !may(account, 'orders')

/** Whether a page of the staff's is for this account: as its entry in the menu is, whatever stands below it. */
export function isPageFor(account: Reader, pathname: string): boolean {
  const entry = entries.find(({ to, end }) => pathname === to || (!end && pathname.startsWith(`${to}/`)))
  return entry ? isFor(account, entry.for) : isStaff(account)
}
