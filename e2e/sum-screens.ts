/** What a screen's address is made of. */
export type SumOf = { tool: string; order: string; customer: string }

type SumScreen = {
  /** Whether it shows what an order would come to, or what one has come to. */
  when: 'before' | 'after'
  /** Who reads it: the one who buys, or the owner. */
  who: 'buyer' | 'owner'
  path: (of: SumOf) => string
  /** Of an order: the sum is taken apart there. */
  inParts?: true
}

/**
 * Every screen that prints what an order comes to, by its address in `src/screens/routes.ts`. `test/sums.test.ts` finds them in the
 * program; `sums.spec.ts` reads them all.
 */
export const sumScreens: Record<string, SumScreen> = {
  '/purchase/:toolID': { when: 'before', who: 'buyer', path: ({ tool }) => `/purchase/${tool}?quantity=4` },
  '/basket': { when: 'before', who: 'buyer', path: () => '/basket' },
  '/checkout': { when: 'before', who: 'buyer', path: () => '/checkout' },
  '/dashboard/order': { when: 'after', who: 'buyer', path: () => '/dashboard/order', inParts: true },
  '/dashboard/order/:orderId': {
    when: 'after',
    who: 'buyer',
    path: ({ order }) => `/dashboard/order/${order}`,
    inParts: true,
  },
  '/dashboard/payment/:orderId': {
    when: 'after',
    who: 'buyer',
    path: ({ order }) => `/dashboard/payment/${order}`,
    inParts: true,
  },
  '/dashboard/order/:orderId/receipt': {
    when: 'after',
    who: 'buyer',
    path: ({ order }) => `/dashboard/order/${order}/receipt`,
    inParts: true,
  },
  '/dashboard/allOrders': { when: 'after', who: 'owner', path: () => '/dashboard/allOrders' },
  '/dashboard/allOrders/:orderId': {
    when: 'after',
    who: 'owner',
    path: ({ order }) => `/dashboard/allOrders/${order}`,
    inParts: true,
  },
  '/dashboard/customers/:id': {
    when: 'after',
    who: 'owner',
    path: ({ customer }) => `/dashboard/customers/${customer}`,
  },
}
