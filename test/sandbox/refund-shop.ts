import { sql } from 'kysely'
import { afterAll } from 'vitest'
import { createPerson } from '../factories.ts'
import { sharedShop } from '../harness.ts'
import { expectLedgerToAddUp } from '../races/ledger.ts'

/** A shop for tests of refunds, and what its buyer and its admin do there. After all of them its stock must add up. */
export async function refundShop() {
  const shop = await sharedShop({ environment: { MAX_OPEN_ORDERS: '100' } })
  const buyer = await createPerson(shop)
  const admin = await createPerson(shop, 'admin')
  afterAll(() => expectLedgerToAddUp(shop))
  return {
    shop,
    buyer,
    admin,
    read: async (order: string) => (await buyer.call('GET', `/orders/${order}`)).body,
    refund: (order: string, body: object = {}, headers = {}) =>
      admin.call('POST', `/orders/${order}/refunds`, body, headers),
    resend: (order: string, refundId: string, tries: number) =>
      admin.call('POST', `/orders/${order}/refunds/${refundId}/tries`, { tries }),
    async stockOf(tool: string): Promise<number | undefined> {
      const { rows } = await sql<{ on_hand: number }>`select on_hand from tool where id = ${tool}`.execute(shop.db)
      return rows[0]?.on_hand
    },
  }
}
