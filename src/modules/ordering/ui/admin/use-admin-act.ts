import { useState } from 'react'
import { CallFailed } from '#ui/calls/call-failed.ts'
import { kitTexts } from '#ui/kit.texts.ts'
import { toastSuccess } from '#ui/feedback/toast.ts'
import { useOrderRefresh } from '../order-queries.ts'

type Act = {
  orderId: string
  /** What to say when it is done. */
  done: string
  onDone: () => void
  /** The refusal's own words for fields; what is left is `problem`. */
  onRefused?: (failure: CallFailed) => void
}

/** What an admin does to an order in a dialog: a failure stays in the dialog, success closes it and reads anew. */
export function useAdminAct({ orderId, done, onDone, onRefused }: Act) {
  const refresh = useOrderRefresh()
  const [problem, setProblem] = useState<string>()
  const [isPending, setPending] = useState(false)
  const run = async (act: () => Promise<unknown>) => {
    setProblem(undefined)
    setPending(true)
    try {
      await act()
      onDone()
      toastSuccess(done)
    } catch (error) {
      const failure = error instanceof CallFailed ? error : undefined
      setProblem(failure?.message ?? kitTexts.unexpected)
      if (!failure) throw error
      onRefused?.(failure)
    } finally {
      setPending(false)
      // Also after a refusal: the order has moved on under somebody's hand.
      await refresh(orderId)
    }
  }
  return { run, problem, isPending, forget: () => setProblem(undefined) }
}
