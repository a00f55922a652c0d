import { useRef, useState } from 'react'
import { type Counted, type CountedTool, stockContract } from '#contracts/stock'
import { CallFailed } from '#ui/calls/call-failed.ts'
import { call } from '#ui/calls/call.ts'
import { useIdempotencyKey } from '#ui/calls/idempotency-key.ts'
import { kitTexts } from '#ui/kit.texts.ts'
import { type PlainNumber, countField, plainNumber } from '#kernel/typed-field'
import { useRefreshTake } from './stock-queries.ts'
import { stockTexts as texts } from './stock.texts.ts'

/** As it was typed; `tool` where a number that several tools have was told apart. */
export type Count = { partNumber: string; counted: string; tool?: string }

/** A count that was not taken, why, and which field says so. */
export type Uncounted = {
  count: Count
  why: string
  where: 'number' | 'units' | 'form'
  choices: readonly CountedTool[]
}

/** How many were counted, as a person of the shop's language types it. */
export const readCounted = (typed: string, locale: string): PlainNumber =>
  plainNumber(typed, countField(locale), texts.unitsMissing)

/** Sends one count after the other, as they come: nobody waits for the radio before scanning the next. */
export function useCounting(id: string, onUncounted: (uncounted: Uncounted) => void) {
  const [counted, setCounted] = useState<Counted>()
  const [waiting, setWaiting] = useState(0)
  const { keyOf, forget } = useIdempotencyKey()
  const refresh = useRefreshTake()
  const underWay = useRef(Promise.resolve())

  const sendNow = async (count: Count) => {
    const { partNumber, counted: units, tool } = count
    const body = { counts: [{ ...(tool ? { tool } : { partNumber }), counted: units }] }
    try {
      const answer = await call(stockContract.recordCounts, { params: { id }, body, idempotencyKey: keyOf(body) })
      // What was refused is judged anew when it is sent again: the brand's number may be there by then.
      forget()
      setCounted(answer.counted[0])
      for (const { reason, choices } of answer.refused) {
        onUncounted({
          count,
          why: choices.length > 1 ? texts.ambiguous : choices.length > 0 ? texts.unclear : reason,
          where: 'number',
          choices,
        })
      }
      void refresh(id)
    } catch (error) {
      onUncounted({ count, choices: [], ...reasonOf(error) })
    } finally {
      setWaiting(others => others - 1)
    }
  }
  const send = (count: Count) => {
    setWaiting(others => others + 1)
    underWay.current = underWay.current.then(() => sendNow(count))
  }
  return { counted, waiting, send }
}

function reasonOf(error: unknown): Pick<Uncounted, 'why' | 'where'> {
  // Said to the person, and still a bug: the browser reports it.
  if (!(error instanceof CallFailed)) reportError(error)
  const refusal = error instanceof CallFailed ? error : undefined
  const ofUnits = refusal?.errors.find(({ field }) => field.endsWith('counted'))?.message
  if (ofUnits) return { why: ofUnits, where: 'units' }
  return { why: refusal?.message ?? kitTexts.unexpected, where: 'form' }
}
