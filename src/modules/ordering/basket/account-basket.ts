import { call } from '#ui/calls/call.ts'
import { basketContract } from './basket.contract.ts'
import type { Coming } from './store.ts'
import type { StoredLine } from './stored.ts'

/** The calls about an account's basket that pages make; loaded when somebody is logged in. */

export const add = (lines: readonly Coming[], idempotencyKey: string) =>
  call(basketContract.addLines, { body: { lines: [...lines] }, idempotencyKey })

export async function join(lines: readonly StoredLine[]): Promise<void> {
  const sent = lines.map(({ tools_id, quantity, vehicle, reference, acknowledged }) => ({
    tools_id,
    quantity,
    vehicle,
    reference,
    acknowledged: acknowledged && [...acknowledged],
  }))
  await call(basketContract.joinBasket, { body: { lines: sent } })
}
