import type { RouteConfigEntry } from '@react-router/dev/routes'
import routes from '../src/screens/routes.ts'

/** Every address below the layout that only an admin passes, as the routes have them; ids are of nothing that exists. */
export const adminPaths: string[] = pathsOf(routes, { above: '', isAdmin: false })

function pathsOf(entries: RouteConfigEntry[], { above, isAdmin }: { above: string; isAdmin: boolean }): string[] {
  return entries.flatMap(({ path, file, children }) => {
    const here = path === undefined ? above : `${above}/${path}`
    const below = { above: here, isAdmin: isAdmin || file.endsWith('/admin-layout.tsx') }
    if (children) return pathsOf(children, below)
    return isAdmin ? [here.replaceAll(/:\w+/g, '00000000-0000-7000-8000-000000000000')] : []
  })
}

/** Those without an id in their address, and their headings. */
export const adminScreens: { path: string; heading: string }[] = [
  { path: '/dashboard/allOrders', heading: 'Manage All Orders' },
  { path: '/dashboard/allOrders/shipments', heading: 'Report shipments' },
  { path: '/dashboard/addNewTool', heading: 'Add A New Tool' },
  { path: '/dashboard/manageProducts', heading: 'Manage All Products' },
  { path: '/dashboard/manageProducts/edits', heading: 'Edits of many tools' },
  { path: '/dashboard/manageProducts/edits/new', heading: 'Edit many tools' },
  { path: '/dashboard/manageProducts/pictures', heading: 'Pictures by ZIP' },
  { path: '/dashboard/lowStock', heading: 'Low Stock' },
  { path: '/dashboard/stockTakes', heading: 'Stock Takes' },
  { path: '/dashboard/categories', heading: 'Categories' },
  { path: '/dashboard/brands', heading: 'Brands' },
  { path: '/dashboard/categories/brakes/attributes', heading: 'Attributes of Brakes' },
  { path: '/dashboard/reports', heading: 'Reports' },
  { path: '/dashboard/overview', heading: 'Overview' },
  { path: '/dashboard/price-lists', heading: 'Price Lists' },
  { path: '/dashboard/price-lists/new', heading: 'New price list' },
  { path: '/dashboard/customers', heading: 'Customers' },
  { path: '/dashboard/staff', heading: 'Staff' },
  { path: '/dashboard/content', heading: 'Content' },
  { path: '/dashboard/content/mails', heading: 'Mails' },
  { path: '/dashboard/content/pages', heading: 'Pages and blog' },
  { path: '/dashboard/content/pages/page:contact', heading: 'Contact' },
  { path: '/dashboard/content/pages/new/article', heading: 'Add an article' },
  { path: '/dashboard/settings', heading: 'Settings' },
  { path: '/dashboard/manageReviews', heading: 'Manage Reviews' },
  { path: '/dashboard/audit', heading: 'Audit Log' },
]
