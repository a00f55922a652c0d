import { useCallback, useEffect, useRef, useState } from 'react'
import type { Basket, BasketLine } from '#contracts/ordering'
import { useSession } from '#parts/accounts'
import { type LineState, accountSource, visitorSource } from '#parts/ordering'
import { toastFailure } from '#ui/feedback/toast.ts'

/**
 * The basket of whoever is here, read whenever it is shown. One thing is done at a time, so that no answer overtakes a later one;
 * what fails is said, and leaves the basket as the shop has it.
 */
export function useBasket() {
  const { state } = useSession()
  const source = state === 'signed-in' ? accountSource : visitorSource
  const [basket, setBasket] = useState<Basket>()
  const [failure, setFailure] = useState<Error>()
  const [busy, setBusy] = useState(0)
  const underWay = useRef(Promise.resolve())

  const inTurn = useCallback((work: () => Promise<Basket>) => {
    setBusy(count => count + 1)
    const next = underWay.current.then(async () => {
      try {
        setBasket(await work())
        setFailure(undefined)
        return true
      } catch (error) {
        setFailure(error instanceof Error ? error : new Error(String(error)))
        return false
      } finally {
        setBusy(count => count - 1)
      }
    })
    underWay.current = next.then(() => undefined)
    return next
  }, [])

  const read = useCallback(() => inTurn(() => source.read()), [inTurn, source])
  useEffect(() => {
    if (state !== 'loading') void read()
  }, [state, read])

  /** Does it, and reads again where it was refused: something else has changed meanwhile. */
  const act = (work: () => Promise<Basket>) =>
    inTurn(async () => {
      try {
        return await work()
      } catch (error) {
        toastFailure(error)
        return source.read()
      }
    })

  return {
    basket,
    failure,
    isBusy: busy > 0,
    isSignedIn: state === 'signed-in',
    read,
    change: (line: BasketLine, to: Partial<LineState>) => act(() => source.change(line, { ...stateOf(line), ...to })),
    remove: (line: BasketLine) => act(() => source.remove(line)),
    accept: (changes: readonly string[]) => act(() => source.accept(changes)),
  }
}

export type BasketInHand = ReturnType<typeof useBasket>

const stateOf = ({ quantity, vehicle, reference }: BasketLine): LineState => ({
  quantity,
  ...(vehicle !== undefined && { vehicle }),
  ...(reference !== undefined && { reference }),
})
