import type { Database } from '#platform/database'
import type { Jobs } from '#platform/jobs'
import type { Cause } from './events.server.ts'

/** The queue of what happens by itself, some time after a call: refunds that end, banks that dispute and decide. */
export const laterQueue = 'sandbox-later'

export type Later = { kind: 'end-refund' | 'open-dispute' | 'decide-dispute'; id: string }

/** Queues it in the caller's transaction: it happens if and only if the transaction commits. */
export function later(call: { db: Database; jobs: Pick<Jobs, 'send'> }, what: Later): Promise<void> {
  return call.jobs.send(call.db, laterQueue, what)
}

/** What happens by itself, in one transaction with its events. Twice is once. */
export type Happens = (cause: Cause, id: string) => Promise<void>
