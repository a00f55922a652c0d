import type { CallFailed } from '#ui/calls/call-failed.ts'
import { useAction } from '#ui/calls/use-action.ts'
import { toastSuccess } from '#ui/feedback/toast.ts'
import { useOrderRefresh } from './order-queries.ts'

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
  const { act, ...state } = useAction()
  const run = async (work: () => Promise<unknown>) => {
    const carryOut = async () => {
      // Read anew also after a refusal: the order has moved on under somebody's hand. Until then the dialog stays, for the
      // next one proposes what the order says.
      await work().finally(() => refresh(orderId))
      onDone()
      toastSuccess(done)
    }
    await act(carryOut, onRefused)
  }
  return { ...state, run }
}
