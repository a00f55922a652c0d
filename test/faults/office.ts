import { createJobs } from '#platform/jobs'
import { readEachTime } from '#platform/changes/memory'
import type { Database } from '#platform/database'
import { createLog } from '#platform/log'
import { stripePayments } from '#services/ordering'
import { orderPayments } from '../../src/modules/ordering/settlement/handlers.server.ts'
import { readSettings } from '../../src/app/settings.server.ts'
import { recordPayment } from '../../src/modules/ordering/payments/received.server.ts'
import { releaseOrder } from '../../src/modules/ordering/release/release.server.ts'
import { takeBack } from '../../src/modules/ordering/returns/returns.server.ts'
import { newId } from '#platform/context'
import { sandboxSecrets } from '../shop/compose.ts'

/** What no call of the shop does yet, beside it on its database: goods without money, and money without goods. */
export type Office = {
  release(orderId: string): Promise<string>
  /** Minor units that came by bank for these orders, as much for each. */
  receive(orderIds: readonly string[], amount: number): Promise<string>
  takeBack(orderId: string, units: { position: number; quantity: number }[], becomes: 'stock' | 'scrap'): Promise<void>
  close(): Promise<void>
}

type Opening = { url: string; db: Database; dataDir: string; address: () => Promise<string> }

export async function openOffice({ url, db, dataDir, address }: Opening): Promise<Office> {
  const log = createLog('silent')
  const jobs = createJobs(url, log, { isWorking: false })
  await jobs.start()
  const ctx = {
    db,
    jobs,
    log,
    now: () => new Date(),
    settings: readSettings({ DATA_DIR: dataDir, DEMO: 'no' }),
    caller: undefined,
    actor: { kind: 'system', id: null } as const,
    requestId: undefined,
    remember: readEachTime,
  }
  const provider = async () => {
    const base = `${await address()}/sandbox/v1`
    return stripePayments({ provider: 'sandbox', ...sandboxSecrets, api: { baseUrl: () => base } })
  }
  return {
    release: async orderId => releaseOrder(ctx, orderPayments(await provider()), { orderId, by: 'terms' }),
    receive: (orderIds, amount) =>
      recordPayment(ctx, {
        id: newId(),
        kind: 'bank',
        amount: amount * orderIds.length,
        currency: 'usd',
        paidAt: new Date(),
        allocations: orderIds.map(orderId => ({ orderId, amount })),
      }),
    takeBack: (orderId, units, becomes) => takeBack(ctx, orderId, { units, becomes }),
    close: () => jobs.stop(),
  }
}
