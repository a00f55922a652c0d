import { useCallback, useEffect, useRef, useState } from 'react'
import type { Basket, BasketLine } from '#contracts/ordering'
import { useSession } from '#parts/accounts'
import { type BasketSource, type DeliverTo, type LineState, accountSource, visitorSource } from '#parts/ordering'
import { toastFailure } from '#ui/feedback/toast.ts'

/** What was begun on the page before ends before the next one reads. */
let underWay = Promise.resolve()

/**
 * The basket of whoever is here, read whenever it is shown. One thing is done at a time, so that no answer overtakes a later one;
 * what fails is said, and leaves the basket as the shop has it. `to`: where it is to go, which its total depends on.
 */
export function useBasket(to?: DeliverTo) {
  const { state } = useSession()
  const source = state === 'signed-in' ? accountSource : visitorSource
  const [basket, setBasket] = useState<Basket>()
  const [failure, setFailure] = useState<Error>()
  const [busy, setBusy] = useState(0)
  // As the shop said it last: what is changed next begins from there, and not from what a hand saw before.
  const latest = useRef<Basket>(undefined)

  const turns = useRef(0)
  const inTurn = useCallback((work: () => Promise<Basket>) => {
    const turn = ++turns.current
    const next = underWay.then(async () => {
      setBusy(count => count + 1)
      try {
        latest.current = await work()
        // What is chosen meanwhile is shown already.
        if (turn === turns.current) setBasket(latest.current)
        setFailure(undefined)
        return true
      } catch (error) {
        setFailure(error instanceof Error ? error : new Error(String(error)))
        return false
      } finally {
        setBusy(count => count - 1)
      }
    })
    underWay = next.then(() => undefined)
    return next
  }, [])

  const readNow = useReading(source, to)
  const read = useCallback(() => inTurn(readNow), [inTurn, readNow])
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
        return readNow()
      }
    })

  return {
    basket,
    failure,
    isBusy: busy > 0,
    isSignedIn: state === 'signed-in',
    read,
    change(line: BasketLine, to: Partial<LineState>) {
      // At once, as far as the browser knows it; the shop's answer follows.
      setBasket(
        shown => shown && { ...shown, lines: shown.lines.map(one => (one.id === line.id ? asIf(one, to) : one)) },
      )
      return act(() => {
        const now = latest.current?.lines.find(({ id }) => id === line.id)
        return now ? source.change(now, { ...stateOf(now), ...to }) : source.read()
      })
    },
    remove: (line: BasketLine) => act(() => source.remove(line)),
    accept: (changes: readonly string[]) =>
      act(async () => {
        const basket = await source.accept(changes)
        return to ? readNow() : basket
      }),
  }
}

/** Reads it for where it is to go; the same as long as that stays. */
function useReading(source: BasketSource, { country, region, deliveryMethod }: DeliverTo = {}) {
  return useCallback(
    () =>
      source.read({
        ...(country && { country }),
        ...(region && { region }),
        ...(deliveryMethod && { deliveryMethod }),
      }),
    [source, country, region, deliveryMethod],
  )
}

export type BasketInHand = ReturnType<typeof useBasket>

/** A line with what was just chosen for it. */
function asIf(line: BasketLine, to: Partial<LineState>): BasketLine {
  const { fit } = line
  const ticked = to.acknowledged
  return {
    ...line,
    ...('vehicle' in to && { vehicle: to.vehicle, fit: undefined }),
    ...(fit && ticked && { fit: { ...fit, isAcknowledged: fit.statements.every(one => ticked.includes(one)) } }),
  }
}

const stateOf = ({ quantity, vehicle, reference }: BasketLine): LineState => ({
  quantity,
  ...(vehicle !== undefined && { vehicle }),
  ...(reference !== undefined && { reference }),
})
