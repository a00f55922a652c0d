import { formatNumber } from '#kernel/formats'
import { type Dispatch, useCallback, useEffect, useRef, useState } from 'react'
import { orderPadContract } from '#contracts/ordering'
import { addToBasket } from '#parts/ordering'
import { type Paste, readPaste } from '#kernel/tables/paste'
import { padLimits } from '#rules/ordering'
import { call } from '#ui/calls/call.ts'
import { useIdempotencyKey } from '#ui/calls/idempotency-key.ts'
import { useAction } from '#ui/calls/use-action.ts'
import { useShop } from '#ui/shop.tsx'
import {
  type Line,
  type PadChange,
  type PadOffer,
  type PadQuery,
  addedIn,
  changePad,
  isOnAnotherLine,
  linesToAdd,
  queryOf,
} from './pad.ts'
import { padPageTexts as texts } from './pad-page.texts.ts'
import { type Places, useGoingOn } from './use-going-on.ts'
import { usePad } from './use-pad.ts'

/** Rows that come: at a line, or instead of all that is there. `notes`: what else there is to know of them. */
type Inserting = { at?: number; instead?: boolean; notes?: string }

/** What can be done on the page, and what is said of it. `onPaste` and `onTake` stay the same: lines are not drawn for them. */
export function useOrderPad(vehicle: number | undefined, places: Places) {
  const { locale } = useShop()
  const inWords = (count: number) => formatNumber(count, locale)
  const [pad, dispatch] = useGoingOn(usePad(), places)
  const [notice, setNotice] = useState({ status: '', isInBasket: false })
  const tell = (status: string, isInBasket = false) => setNotice({ status, isInBasket })
  const [wrong, setWrong] = useState<string>()
  const { keyOf, forget } = useIdempotencyKey()

  const insert = (
    { rows, columns }: Paste,
    { at, instead = false, notes = '' }: Inserting = {},
  ): string | undefined => {
    const count = (instead ? 0 : queryOf(pad).rows.length) + rows.length
    if (count > padLimits.rows) return texts.tooManyRows(inWords(count), inWords(padLimits.rows))
    if (instead) dispatch({ does: 'clear' })
    dispatch({ does: 'insert', rows, ...(at !== undefined && { at }) })
    setWrong(undefined)
    tell(`${texts.read(rows.length, inWords(rows.length))}${texts.columns(columns)} ${notes}`.trim())
    return undefined
  }
  const paste = (text: string, line: number): boolean => {
    const read = readPaste(text)
    if (read.rows.length > 0) setWrong(insert(read, { at: line }))
    return read.rows.length > 0
  }
  const clear = () => {
    dispatch({ does: 'clear' })
    setWrong(undefined)
    tell(texts.cleared)
  }
  const { check, checks, act, isPending, problem } = useChecking({ vehicle, dispatch, tell, setWrong })
  const take = (line: Line, offer: PadOffer) => {
    const taking = { does: 'take', id: line.id, offer } as const
    dispatch(taking)
    tell(texts.taken(inWords(offer.quantity), offer.tool.name))
    // Together with what is there, it may be more than there is in stock.
    if (isOnAnotherLine(pad, line.id, offer.tools_id)) check(queryOf(changePad(pad, taking)))
  }
  const amend = (line: Line, quantity: number) => {
    const amending = { does: 'amend', id: line.id, quantity } as const
    dispatch(amending)
    check(queryOf(changePad(pad, amending)), true)
  }
  const put = () =>
    void act(async () => {
      const lines = linesToAdd(pad, vehicle)
      await addToBasket(lines, keyOf(lines))
      forget()
      dispatch({ does: 'drop', ids: addedIn(pad) })
      tell(texts.inBasket(lines.length, inWords(lines.length)), true)
    })

  const latest = useRef({ paste, take, amend })
  useEffect(() => {
    latest.current = { paste, take, amend }
  })
  return {
    pad,
    dispatch,
    notice,
    problem: wrong ?? problem,
    isPending,
    /** How often lines have been checked by now. */
    checks,
    insert,
    check: () => check(queryOf(pad)),
    clear,
    put,
    onPaste: useCallback((text: string, line: number) => latest.current.paste(text, line), []),
    onAmend: useCallback((line: Line, quantity: number) => latest.current.amend(line, quantity), []),
    onTake: useCallback((line: Line, offer: PadOffer) => latest.current.take(line, offer), []),
  }
}

type Checking = {
  vehicle: number | undefined
  dispatch: Dispatch<PadChange>
  tell: (status: string) => void
  setWrong: (wrong: string | undefined) => void
}

/** Has lines looked up, and says what became of them. */
function useChecking({ vehicle, dispatch, tell, setWrong }: Checking) {
  const { locale } = useShop()
  const inWords = (count: number) => formatNumber(count, locale)
  const { act, isPending, problem } = useAction()
  const [checks, setChecks] = useState(0)
  /** `isBeside`: somebody goes on where they are. */
  const check = (query: PadQuery, isBeside = false) => {
    if (query.rows.length === 0) return setWrong(texts.nothingToCheck)
    if (query.rows.length > padLimits.rows) {
      return setWrong(texts.tooManyRows(inWords(query.rows.length), inWords(padLimits.rows)))
    }
    setWrong(undefined)
    return void act(async () => {
      const body = { rows: query.rows, ...(vehicle !== undefined && { vehicle }) }
      const answer = await call(orderPadContract.readOrderPad, { body })
      dispatch({ does: 'answer', query, answer })
      const rowsOf = (parts: { rows: number[] }[]) => inWords(parts.reduce((sum, { rows }) => sum + rows.length, 0))
      tell(texts.checked(rowsOf(answer.added), rowsOf(answer.choose), inWords(answer.refused.length)))
      if (!isBeside) setChecks(checks => checks + 1)
    })
  }
  return { check, checks, act, isPending, problem }
}
