import { type Caller, type Permission, may } from '#kernel/access'

export const todoKinds = [
  'toShip',
  'lateToShip',
  'unpaid',
  'lowStock',
  'reviews',
  'imports',
  'failedRefunds',
  'failedMail',
] as const
export type TodoKind = (typeof todoKinds)[number]

/** Whose each is to do. */
const permissionForTodo: Record<TodoKind, Permission> = {
  toShip: 'orders',
  lateToShip: 'orders',
  unpaid: 'orders',
  lowStock: 'catalogue',
  reviews: 'reviews',
  imports: 'imports',
  failedRefunds: 'orders',
  failedMail: 'reports',
}

/** What waits for this account: what it may not do is not its to do. */
export const todoOf = (
  account: Pick<Caller, 'permissions'>,
  todo: Readonly<Record<TodoKind, { count: number }>>,
): TodoKind[] => todoKinds.filter(kind => todo[kind].count > 0 && may(account, permissionForTodo[kind]))

/** By the shop's clock: before most shops open, and early enough to plan the day by it. */
const digestHour = 7

/** The day whose digest is due, as `2026-11-24`; undefined before its hour. A shop that was down then sends it once it is up. */
export function digestDay(at: Date, timeZone: string): string | undefined {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(at)
  const part = (type: string) => parts.find(part => part.type === type)?.value ?? ''
  return Number(part('hour')) >= digestHour ? `${part('year')}-${part('month')}-${part('day')}` : undefined
}
