import { type Permission, isStaff, may } from '#kernel/access'
import { accountsTexts } from '#texts/accounts'
import type { SessionAccount } from '#parts/accounts'

type Entry = {
  to: string
  label: keyof typeof accountsTexts.menuEntries
  end?: boolean
  /** Whose it is: everyone's, who buys for themselves and does not see all orders, or staff's with a permission. */
  for: 'everyone' | 'buyers' | Permission
}

/** The side menu; each account sees what is for it (specification, section 2). */
const entries: readonly Entry[] = [
  { to: '/dashboard', label: 'profile', end: true, for: 'everyone' },
  { to: '/dashboard/overview', label: 'overview', for: 'reports' },
  { to: '/dashboard/order', label: 'orders', for: 'buyers' },
  { to: '/dashboard/reviews', label: 'addReview', for: 'buyers' },
  { to: '/dashboard/allOrders', label: 'allOrders', for: 'orders' },
  { to: '/dashboard/manageProducts', label: 'products', for: 'catalogue' },
  { to: '/dashboard/lowStock', label: 'lowStock', for: 'catalogue' },
  { to: '/dashboard/stockTakes', label: 'stockTakes', for: 'stock' },
  { to: '/dashboard/addNewTool', label: 'addTool', for: 'catalogue' },
  { to: '/dashboard/categories', label: 'categories', for: 'catalogue' },
  { to: '/dashboard/price-lists', label: 'priceLists', for: 'prices' },
  { to: '/dashboard/brands', label: 'brands', for: 'catalogue' },
  { to: '/dashboard/imports', label: 'imports', for: 'imports' },
  { to: '/dashboard/reports', label: 'reports', for: 'reports' },
  { to: '/dashboard/customers', label: 'customers', for: 'customers' },
  { to: '/dashboard/companies', label: 'companies', for: 'companies' },
  { to: '/dashboard/users', label: 'users', for: 'staff' },
  { to: '/dashboard/staff', label: 'staff', for: 'staff' },
  { to: '/dashboard/manageReviews', label: 'manageReviews', for: 'reviews' },
  { to: '/dashboard/content', label: 'content', for: 'settings' },
  { to: '/dashboard/settings', label: 'settings', for: 'settings' },
  { to: '/dashboard/audit', label: 'audit', for: 'audit' },
  { to: '/dashboard/lists', label: 'lists', for: 'everyone' },
  { to: '/dashboard/addresses', label: 'addresses', for: 'everyone' },
  { to: '/dashboard/portfolio', label: 'portfolio', for: 'everyone' },
  { to: '/dashboard/account', label: 'account', for: 'everyone' },
]

type Reader = Pick<SessionAccount, 'permissions'>

const isFor = (account: Reader, whose: Entry['for']): boolean => {
  if (whose === 'everyone') return true
  return whose === 'buyers' ? ordersForItself(account) : may(account, whose)
}

export const menuOf = (account: Reader) =>
  entries
    .filter(entry => isFor(account, entry.for))
    .map(entry => ({ ...entry, label: accountsTexts.menuEntries[entry.label] }))

/** Staff who see all orders find their own among them (decisions, section 3). */
export const ordersForItself = (account: Reader): boolean => !may(account, 'orders')

/** Whether a page of the staff's is for this account: as its entry in the menu is, whatever stands below it. */
export function isPageFor(account: Reader, pathname: string): boolean {
  const entry = entries.find(({ to, end }) => pathname === to || (!end && pathname.startsWith(`${to}/`)))
  return entry ? isFor(account, entry.for) : isStaff(account)
}
