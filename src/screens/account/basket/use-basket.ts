import { replaceEqualDeep } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Basket, BasketLine } from '#contracts/ordering'
import { useSession } from '#parts/accounts'
import { type BasketSource, type DeliverTo, type LineState, accountSource, visitorSource } from '#parts/ordering'
import { CallFailed } from '#ui/calls/call-failed.ts'
import { toastFailure } from '#ui/feedback/toast.ts'
import { kitTexts } from '#ui/kit.texts.ts'

/** What was begun on the page before ends before the next one reads. */
let underWay = Promise.resolve()

/**
 * The basket of whoever is here, read whenever it is shown. One thing is done at a time, so that no answer overtakes a later one;
 * what fails is said, and leaves the basket as the shop has it. `to`: where it is to go, which its total depends on.
 */
export function useBasket(to?: DeliverTo) {
  const { state } = useSession()
  const source = state === 'signed-in' ? accountSource : visitorSource
  const { basket, setBasket, latest, failure, isBusy, inTurn } = useTurns()
  const readNow = useReading(source, to)
  const read = useCallback(() => inTurn(readNow), [inTurn, readNow])
  useEffect(() => {
    if (state !== 'loading') void read()
  }, [state, read])

  const { unsaved, save, forget } = useSaving(source)
  const [taken, setTaken] = useState<Taken>()
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
  const take = (lines: readonly BasketLine[]) =>
    act(async () => {
      const before = latest.current?.lines ?? lines
      const basket = await source.remove(lines)
      setTaken({ lines, before })
      return basket
    })
  const acts: BasketActs = {
    change(line, to) {
      // At once, as far as the browser knows it; the shop's answer follows. What was refused before is said no more: shown again for a
      // moment, it would move the button away from the finger that is on it.
      if (to.quantity !== undefined) forget(line)
      setBasket(shown => withLine(shown, line.id, one => asIf(one, to)))
      void act(async () => {
        const now = latest.current?.lines.find(({ id }) => id === line.id)
        const answer = now && (await save(now, to))
        if (answer) return answer
        // It is so now, also where nobody can say what it comes to.
        latest.current = withLine(latest.current, line.id, one => ({ ...asIf(one, to), ...to }))
        return source.read()
      })
    },
    remove: line => void take([line]),
  }
  return {
    basket,
    failure,
    unsaved,
    isBusy,
    /** The basket, when all that was begun has ended. */
    settled: async () => {
      await underWay
      return latest.current
    },
    isSignedIn: state === 'signed-in',
    read,
    acts: useSameActs(acts),
    /** What was taken out last, for who wants it back. */
    taken,
    empty: () => take(latest.current?.lines ?? []),
    putBack: () =>
      act(async () => {
        if (!taken) return readNow()
        const basket = await source.putBack(taken.lines, taken.before)
        setTaken(undefined)
        return basket
      }),
    accept: (changes: readonly string[]) =>
      act(async () => {
        const basket = await source.accept(changes)
        return to ? readNow() : basket
      }),
  }
}

/** The basket as it is shown, and one thing done with it at a time. */
function useTurns() {
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
        latest.current = withSameLines(latest.current, await work())
        // What is chosen meanwhile is shown already.
        if (turn === turns.current) setBasket(latest.current)
        setFailure(undefined)
        return true
      } catch (error) {
        setFailure(error instanceof Error ? error : new Error(String(error)))
        // What was shown at once is not so.
        if (turn === turns.current) setBasket(latest.current)
        return false
      } finally {
        setBusy(count => count - 1)
      }
    })
    underWay = next.then(() => undefined)
    return next
  }, [])
  return { basket, setBasket, latest, failure, isBusy: busy > 0, inTurn }
}

/** What is done with one line. The same as long as the basket is shown: a row is not drawn anew for it. */
export type BasketActs = {
  change: (line: BasketLine, to: Partial<LineState>) => void
  remove: (line: BasketLine) => void
}

/** Lines that were taken out, of those that there were. */
type Taken = { lines: readonly BasketLine[]; before: readonly BasketLine[] }

function useSameActs(acts: BasketActs): BasketActs {
  const latest = useRef(acts)
  useEffect(() => {
    latest.current = acts
  })
  return useMemo(
    () => ({
      change: (line, to) => latest.current.change(line, to),
      remove: line => latest.current.remove(line),
    }),
    [],
  )
}

/** A quantity that did not become its line's, and why. */
export type Unsaved = { quantity: number; why: string }

/** Saves what is chosen for a line, and keeps the quantities that could not be: by the ids of their lines. */
function useSaving(source: BasketSource) {
  const [unsaved, setUnsaved] = useState<ReadonlyMap<string, Unsaved>>(new Map())
  const note = ({ id }: BasketLine, now?: Unsaved) =>
    setUnsaved(all => {
      if (!now && !all.has(id)) return all
      const noted = new Map(all)
      if (now) noted.set(id, now)
      else noted.delete(id)
      return noted
    })
  const save = async (line: BasketLine, to: Partial<LineState>) => {
    const { quantity } = to
    try {
      const basket = await source.change(line, { ...stateOf(line), ...to })
      if (quantity !== undefined) note(line)
      return basket
    } catch (error) {
      const why = error instanceof CallFailed ? error.message : kitTexts.unexpected
      if (quantity !== undefined) note(line, { quantity, why })
      throw error
    }
  }
  return { unsaved, save, forget: (line: BasketLine) => note(line) }
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

/** Lines that are as they were are the same: only those that have changed are drawn. */
function withSameLines(before: Basket | undefined, basket: Basket): Basket {
  const linesBefore = new Map(before?.lines.map(line => [line.id, line]))
  return { ...basket, lines: basket.lines.map(line => replaceEqualDeep(linesBefore.get(line.id), line)) }
}

const withLine = (basket: Basket | undefined, id: string, change: (line: BasketLine) => BasketLine) =>
  basket && { ...basket, lines: basket.lines.map(line => (line.id === id ? change(line) : line)) }

/** A line with what was just chosen for it. */
function asIf(line: BasketLine, to: Partial<LineState>): BasketLine {
  const { fit } = line
  const ticked = to.acknowledged
  return {
    ...line,
    quantity: to.quantity ?? line.quantity,
    ...('vehicle' in to && { vehicle: to.vehicle, fit: undefined }),
    ...(fit && ticked && { fit: { ...fit, isAcknowledged: fit.statements.every(one => ticked.includes(one)) } }),
  }
}

const stateOf = ({ quantity, vehicle, reference }: BasketLine): LineState => ({
  quantity,
  ...(vehicle !== undefined && { vehicle }),
  ...(reference !== undefined && { reference }),
})
