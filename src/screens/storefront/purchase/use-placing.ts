import type { UseFormReturn } from 'react-hook-form'
import { useRevalidator } from 'react-router'
import type * as z from 'zod/mini'
import type { CallFailed } from '#ui/calls/call-failed.ts'
import { call } from '#ui/calls/call.ts'
import { type PlaceOrder, ordersContract } from '#contracts/ordering'
import { useIdempotencyKey } from '#ui/calls/idempotency-key.ts'
import { useAction } from '#ui/calls/use-action.ts'

export type OrderProblem = { code: string; message: string }

type Details = Omit<z.input<typeof PlaceOrder>, 'tools_id' | 'quantity' | 'vehicle' | 'acknowledged'>
type Form = Pick<UseFormReturn<Details>, 'setError'>

/** The refusals after which the page's numbers are old. */
const saysTheToolChanged = ['not-enough-stock', 'below-minimum', 'fit-not-acknowledged']

const detailNames: readonly (keyof Details)[] = ['phone', 'company', 'address', 'purchaseOrderReference', 'vatNumber']

/**
 * Places an order: once, however often the same content is sent. What stood in the way is kept as `problem`, the
 * fields' own complaints go to the fields, and what was typed stays.
 */
export function usePlacing(form: Form) {
  const idempotency = useIdempotencyKey()
  const { act, failure, forget } = useAction()
  const { revalidate } = useRevalidator()

  const explain = async (refusal: CallFailed) => {
    for (const name of detailNames) {
      const complaint = refusal.errors.find(({ field }) => field === name)
      if (complaint) form.setError(name, { message: complaint.message })
    }
    if (saysTheToolChanged.includes(refusal.code)) await revalidate()
  }
  /** The id of the order; undefined when there is none. */
  const place = (body: z.input<typeof PlaceOrder>): Promise<string | undefined> =>
    act(async () => {
      const { insertedId } = await call(ordersContract.placeOrder, { body, idempotencyKey: idempotency.keyOf(body) })
      idempotency.forget()
      return insertedId
    }, explain)
  return { problem: failure, place, forget }
}
