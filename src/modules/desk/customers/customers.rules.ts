/** The orders in which customers are listed; a minus means the largest or the newest first. */
export const customerSorts = ['-since', 'since', '-turnover', 'turnover', '-orders', 'orders'] as const
export type CustomerSort = (typeof customerSorts)[number]

/** What a note tells: something, or why the account was blocked or unblocked. */
export const noteKinds = ['note', 'blocked', 'unblocked'] as const

/** How many customers or notes a page has at most, and unless asked. */
export const customerPageLimit = { most: 200, usual: 50 }
