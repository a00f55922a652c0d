import { type Dispatch, useCallback, useEffect, useReducer } from 'react'
import { useSession } from '#parts/accounts'
import { dropDraft, keepDraft, readDraft } from '#ui/controls/draft.ts'
import { type Line, type Pad, type PadChange, changePad, emptyPad, isBlank } from './pad.ts'

const visitorsKey = 'order-pad'
/** Typing pauses so long before it is kept. */
const pauseMs = 300

/**
 * The lines of the page. A reload finds what was typed, to be checked anew. What a visitor has typed goes with them when they
 * log in; what an account has typed is shown to nobody else.
 */
export function usePad(): [Pad, Dispatch<PadChange>] {
  const { account } = useSession()
  const key = account ? `${visitorsKey}:${account.email}` : visitorsKey
  const [{ owner, pad }, act] = useReducer(changeOwned, { owner: undefined, pad: emptyPad })
  useEffect(() => {
    if (owner === key) return
    // A visitor's lines that the page does not show yet.
    const waiting = owner === undefined && key !== visitorsKey ? readLines(visitorsKey) : []
    act({ owner: key, lines: [...waiting, ...readLines(key)] })
  }, [owner, key])
  useEffect(() => {
    if (owner === undefined) return undefined
    const keep = () => {
      keepDraft(owner, { lines: JSON.stringify(linesToKeep(pad)) })
      if (owner !== visitorsKey) dropDraft(visitorsKey)
    }
    const timer = setTimeout(keep, pauseMs)
    window.addEventListener('pagehide', keep)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('pagehide', keep)
    }
  }, [pad, owner])
  const dispatch = useCallback((change: PadChange) => act({ change }), [])
  return [pad, dispatch]
}

/** The pad changes with its owner: lines that are stored meanwhile are still stored under the name of their owner. */
type Owned = { owner: string | undefined; pad: Pad }
type OwnedChange = { change: PadChange } | { owner: string; lines: StoredLine[] }

function changeOwned({ owner, pad }: Owned, act: OwnedChange): Owned {
  if ('change' in act) return { owner, pad: changePad(pad, act.change) }
  const isOfAnother = owner !== undefined && owner !== visitorsKey
  if (isOfAnother) return { owner: act.owner, pad: changePad(pad, { does: 'restore', lines: act.lines }) }
  return { owner: act.owner, pad: act.lines.length > 0 ? changePad(pad, { does: 'insert', rows: act.lines }) : pad }
}

type StoredLine = Omit<Line, 'id' | 'outcome'>

const linesToKeep = ({ lines }: Pad): StoredLine[] =>
  lines
    .filter(line => !isBlank(line))
    .map(({ number, quantity, brand, tool }) => ({ number, quantity, brand, ...(tool && { tool }) }))

function readLines(key: string): StoredLine[] {
  try {
    const stored: unknown = JSON.parse(readDraft(key, ['lines']).lines ?? '[]')
    return Array.isArray(stored) ? stored.filter(isLine) : []
  } catch {
    return []
  }
}

function isLine(stored: unknown): stored is StoredLine {
  const fields = new Map(Object.entries(stored ?? {}))
  return ['number', 'quantity', 'brand'].every(name => typeof fields.get(name) === 'string')
}
