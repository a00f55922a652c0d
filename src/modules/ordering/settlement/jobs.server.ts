import type { Context } from '#platform/context'
import { noteLostDisputes } from '../disputes/disputes.server.ts'
import { blockQueue, findOrdersInPayment, isBlocked } from '../payments/declines.server.ts'
import type { PaymentPort } from '../payments/port.server.ts'
import { compareQueue } from '../refunds/ends.server.ts'
import { noteLostRefunds, noteRefunds } from '../refunds/provider.server.ts'
import { defineRefundJob, endOpenRefunds } from '../refunds/refunds.server.ts'
import { forgetEvents } from './events.server.ts'
import { reconcile } from './reconcile.server.ts'
import { closeIntents } from './settle.server.ts'

/** Registers the jobs of payments: refunds, blocks after declines, and asking about intents that went quiet. */
export function definePaymentJobs(ctx: Context, provider: PaymentPort): void {
  defineRefundJob(ctx, provider)
  const comparing = {
    does: 'Compares the refunds of a payment with those of the provider, after it has refused one for want of money.',
    retries: 12,
  }
  ctx.jobs.define<{ intentId: string }>(compareQueue, comparing, ({ intentId }) => noteRefunds(ctx, provider, intentId))
  ctx.jobs.repeat(
    'open-refunds',
    { cron: '17 * * * *', does: 'Asks about refunds that have not ended, until one finds the provider out of reach.' },
    () => endOpenRefunds(ctx, provider),
  )
  ctx.jobs.repeat(
    'lost-refunds',
    {
      cron: '27 * * * *',
      does: 'Looks through the refunds of the last 35 days at the provider for what no event told.',
    },
    () => noteLostRefunds(ctx, provider),
  )
  ctx.jobs.repeat(
    'lost-disputes',
    { cron: '37 * * * *', does: 'Looks through disputes, open or of the last 35 days, for what no event told.' },
    () => noteLostDisputes(ctx, provider),
  )
  const blocking = {
    does: 'Takes away the open payment of an order with five declined cards, or all of an account with eight in an hour.',
    retries: 20,
  }
  ctx.jobs.define<Blocked>(blockQueue, blocking, blocked => takeIntentsAway(ctx, provider, blocked))
  ctx.jobs.repeat(
    'old-events',
    { cron: '53 3 * * *', does: 'Forgets the events of the provider and declined cards of more than a month ago.' },
    () => forgetEvents(ctx),
  )
  ctx.jobs.repeat(
    'payment-reconciliation',
    {
      cron: '* * * * *',
      does: 'Asks about payments that have been open for ten minutes, until one finds the provider out of reach.',
    },
    () => reconcile(ctx, provider),
  )
}

type Blocked = { orderId: string } | { accountId: string }

/** Of an order, or of every order of an account. One that fails does not keep the others open: the job runs again. */
async function takeIntentsAway(ctx: Context, provider: PaymentPort, blocked: Blocked): Promise<void> {
  const orders = 'orderId' in blocked ? [blocked.orderId] : await findOrdersInPayment(ctx, blocked.accountId)
  const failures: unknown[] = []
  for (const id of orders) {
    if (!(await isBlocked(ctx, id))) continue
    await closeIntents(ctx, provider, id).catch((error: unknown) => failures.push(error))
  }
  if (failures.length > 0) throw failures[0]
}
