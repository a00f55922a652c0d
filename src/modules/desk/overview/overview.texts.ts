import { texts } from '#kernel/texts'
import { sentence } from '#kernel/sentence'
import type { TodoKind } from './overview.rules.ts'

/** What there is to do, on the overview and in the digest of the day. */
export const todoTexts = texts<{ kinds: Record<TodoKind, string>; more: (count: string) => string }>('desk.todo', {
  kinds: {
    toShip: 'Orders to ship',
    lateToShip: 'To ship for more than two days',
    unpaid: 'Orders not paid yet',
    lowStock: 'Tools low in stock',
    reviews: 'Reviews to read',
    imports: 'Imports to look at',
    failedRefunds: 'Refunds that failed',
    failedMail: 'Emails that could not be sent',
  },
  more: count => `more than ${count}`,
})

export const digestTexts = texts('desk.digest', {
  subject: (shop: string, day: string) => sentence`${shop}: to do on ${day}`,
  text: 'This is what waits for you in the shop today.',
  open: 'Open the overview',
})
