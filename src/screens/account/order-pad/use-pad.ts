import { type Dispatch, useEffect, useReducer, useRef } from 'react'
import { keepDraft, readDraft } from '#ui/controls/draft.ts'
import { type Line, type Pad, type PadChange, changePad, emptyPad, isBlank } from './pad.ts'

const draftKey = 'order-pad'
/** Typing pauses so long before it is kept. */
const pauseMs = 300

/** The lines of the page. A reload finds what was typed, to be checked anew. */
export function usePad(): [Pad, Dispatch<PadChange>] {
  const [pad, dispatch] = useReducer(changePad, emptyPad)
  const isRead = useRef(false)
  useEffect(() => {
    if (isRead.current) return
    isRead.current = true
    const lines = readLines()
    if (lines.length > 0) dispatch({ does: 'restore', lines })
  }, [])
  useEffect(() => {
    const keep = () => keepDraft(draftKey, { lines: JSON.stringify(linesToKeep(pad)) })
    const timer = setTimeout(keep, pauseMs)
    window.addEventListener('pagehide', keep)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('pagehide', keep)
    }
  }, [pad])
  return [pad, dispatch]
}

type KeptLine = Omit<Line, 'id' | 'outcome'>

const linesToKeep = ({ lines }: Pad): KeptLine[] =>
  lines
    .filter(line => !isBlank(line))
    .map(({ number, quantity, brand, tool }) => ({ number, quantity, brand, ...(tool && { tool }) }))

function readLines(): KeptLine[] {
  try {
    const kept: unknown = JSON.parse(readDraft(draftKey, ['lines']).lines ?? '[]')
    return Array.isArray(kept) ? kept.filter(isLine) : []
  } catch {
    return []
  }
}

function isLine(kept: unknown): kept is KeptLine {
  const fields = new Map(Object.entries(kept ?? {}))
  return ['number', 'quantity', 'brand'].every(name => typeof fields.get(name) === 'string')
}
