import { texts } from '#kernel/texts'
import { sentence } from '#kernel/sentence'

/** Every sentence of the pages about customers. */
export const customersTexts = texts('screens.customers', {
  title: 'Customers',
  lead: 'Every account, and what it has bought.',
  search: 'Name, email, company or order number',
  caption: 'Customers',
  show: 'Show',
  onlyBlocked: 'Blocked only',
  failed: 'The customers could not be loaded',
  none: 'No customers yet',
  noneNext: 'Everyone who signs up is listed here.',
  noMatch: 'Nobody matches',
  noMatchNext: 'Try fewer letters, or look among all customers.',
  clear: 'Show all',

  customer: 'Customer',
  company: 'Company',
  orders: 'Released orders',
  turnover: 'Revenue',
  lastPaid: 'Last paid',
  since: 'Since',
  never: 'Not yet',
  blocked: 'Blocked',
  staff: 'Staff',
  unconfirmed: 'Email not confirmed',

  oneFailed: 'This customer could not be loaded',
  gone: 'No such customer',
  goneNext: 'This account does not exist, or has been deleted.',
  toList: 'Back to the customers',

  facts: 'What they bought',
  turnoverHint: 'Paid for orders, including tax and delivery, less refunds.',
  email: 'Email',
  phone: 'Phone',
  blockedSince: 'Blocked since',

  lastOrders: 'Latest orders',
  ordersCaption: 'Their latest orders',
  number: 'Order',
  placed: 'Placed',
  total: 'Total',
  payment: 'Payment',
  allTheirs: 'All of their orders',
  noOrders: 'Nothing ordered yet.',

  addresses: 'Addresses of their orders',
  usedFor: (orders: string) => (orders === '1' ? 'For 1 order' : `For ${orders} orders`),
  lastUsed: 'last on',

  block: 'Block',
  unblock: 'Unblock',
  blockTitle: (name: string) => sentence`Block ${name}?`,
  unblockTitle: (name: string) => sentence`Unblock ${name}?`,
  blockEffect:
    'They can log in, and see and pay the orders that they have. They can place no orders and write no reviews.',
  unblockEffect: 'They can place orders and write reviews again.',
  reason: 'Why',
  reasonHint: 'For your colleagues. It is kept with the notes.',
  isBlocked: (name: string) => sentence`${name} is blocked`,
  isUnblocked: (name: string) => sentence`${name} is no longer blocked`,

  notes: 'Notes for staff',
  notesLead:
    'Customers do not see them in the shop. They are in the copy of their data that the law lets them ask for, without your name, and go with their account.',
  notesFailed: 'The notes could not be loaded',
  newNote: 'New note',
  add: 'Add note',
  added: 'The note is added',
  nobody: 'Deleted account',
  noteKinds: { blocked: 'Blocked', unblocked: 'Unblocked' },
})
