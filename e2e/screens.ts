/** A screen's address, and the heading that it has. */
export type Screen = { path: string; heading: string | RegExp }

export const publicScreens: Screen[] = [
  { path: '/', heading: 'Find Parts For Your Vehicle' },
  { path: '/blog', heading: 'Blog' },
  { path: '/basket', heading: 'Basket' },
  { path: '/login', heading: 'Login' },
  { path: '/signUp', heading: 'Sign Up' },
  { path: '/forgot-password', heading: 'Forgot your password?' },
  { path: `/reset-password?token=${'a'.repeat(43)}`, heading: 'Choose a new password' },
  { path: '/reset-password', heading: 'This link does not work' },
  { path: `/confirm-email?token=${'a'.repeat(43)}`, heading: 'Confirm your email address' },
  { path: '/shop', heading: 'All tools and parts' },
  { path: '/pages/terms-of-use', heading: 'Terms of use' },
  { path: '/order-pad', heading: 'Quick Order' },
]

export const protectedPaths = [
  '/checkout',
  '/dashboard',
  '/dashboard/addresses',
  '/dashboard/lists',
  '/dashboard/portfolio',
  '/dashboard/order',
  '/dashboard/reviews',
  '/dashboard/payment/00000000-0000-7000-8000-000000000000',
  '/dashboard/users',
  '/dashboard/account',
]

/** These say other things to an admin than to a customer. */
export const everyonesDashboard: Screen[] = [
  { path: '/dashboard', heading: 'Update Your Profile :' },
  { path: '/dashboard/users', heading: 'Make Admins' },
  { path: '/dashboard/account', heading: 'My Account' },
]

/** These are a customer's; an admin may open them, and sees the same. */
export const customersScreens: Screen[] = [
  { path: '/basket', heading: 'Basket' },
  { path: '/checkout', heading: 'Checkout' },
  { path: '/dashboard/addresses', heading: 'Address book' },
  { path: '/dashboard/lists', heading: 'My Lists' },
  { path: '/dashboard/portfolio', heading: 'My Portfolio' },
  { path: '/dashboard/order', heading: /^My Orders 0/ },
  { path: '/dashboard/reviews', heading: 'Add your review' },
]

/**
 * One layout stands before all of an admin's screens, which `routes.test.ts` holds: one that is read at once, one with an
 * id in its address and one of several steps speak for all.
 */
export const somePathsOfAdmins = [
  '/dashboard/audit',
  '/dashboard/content/mails',
  '/dashboard/imports/00000000-0000-7000-8000-000000000000',
]

/** An admin's screens without an id in their address, and their headings. */
export const adminScreens: Screen[] = [
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
  { path: '/dashboard/companies', heading: 'Companies' },
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
