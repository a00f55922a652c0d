import { useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { useRevalidator } from 'react-router'
import type * as z from 'zod/mini'
import { CallFailed } from '#ui/calls/call-failed.ts'
import { call } from '#ui/calls/call.ts'
import { kitTexts } from '#ui/kit.texts.ts'
import { type PlaceOrder, ordersContract } from '#contracts/ordering'
import { type Attempt, attemptFor } from '#ui/feedback/attempt.ts'

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
  const attempt = useRef<Attempt>(undefined)
  const [problem, setProblem] = useState<OrderProblem>()
  const { revalidate } = useRevalidator()

  const explain = async (error: unknown) => {
    const failure = error instanceof CallFailed ? error : undefined
    setProblem({ code: failure?.code ?? 'unexpected', message: failure?.message ?? kitTexts.unexpected })
    for (const name of detailNames) {
      const complaint = failure?.errors.find(({ field }) => field === name)
      if (complaint) form.setError(name, { message: complaint.message })
    }
    // Said to the person, and still a bug: the browser reports it.
    if (!failure) throw error
    if (saysTheToolChanged.includes(failure.code)) await revalidate()
  }
  /** The id of the order; undefined when there is none. */
  const place = async (body: z.input<typeof PlaceOrder>): Promise<string | undefined> => {
    setProblem(undefined)
    attempt.current = attemptFor(JSON.stringify(body), attempt.current)
    try {
      const { insertedId } = await call(ordersContract.placeOrder, { body, idempotencyKey: attempt.current.key })
      attempt.current = undefined
      return insertedId
    } catch (error) {
      await explain(error)
      return undefined
    }
  }
  return { problem, place, forget: () => setProblem(undefined) }
}
