import { type Dispatch, type RefObject, useCallback, useRef } from 'react'
import { useFocusWhenGone } from '#ui/controls/focus-when-gone.ts'
import type { Pad, PadChange } from './pad.ts'

/** Where a keyboard can go on: at what became of the lines, and at what is said above them. */
export type Places = { results: RefObject<HTMLElement | null>; status: RefObject<HTMLElement | null> }

type Keeping = [Pad, Dispatch<PadChange>]

/**
 * A line that is removed, taken or in the basket takes the button along that was pressed for it. A keyboard goes on at the line
 * beside it, at the results where there is none, and after the basket at what is said of it. The dispatch stays the same.
 */
export function useGoingOn([pad, change]: Keeping, { results, status }: Places): Keeping {
  const next = useRef<Element>(null)
  const goOn = useFocusWhenGone(() => within(next.current) ?? results.current ?? status.current)
  const note = useRef(goOn)
  const dispatch = useCallback(
    (doing: PadChange) => {
      if (takesAlong.has(doing.does)) {
        const pressed = document.activeElement
        const line = pressed?.closest('li')
        const beside = line?.nextElementSibling ?? line?.previousElementSibling ?? null
        next.current = doing.does === 'drop' ? status.current : beside
        note.current(pressed)
      }
      change(doing)
    },
    [change, status],
  )
  return [pad, dispatch]
}

const takesAlong = new Set<PadChange['does']>(['remove', 'take', 'drop'])

/** A line's first field or button; another place itself. */
const within = (part: Element | null) =>
  part?.isConnected ? (part.querySelector<HTMLElement>('input, button') ?? (part as HTMLElement)) : undefined
