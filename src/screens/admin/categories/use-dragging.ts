import { type RefObject, useEffect, useEffectEvent, useState } from 'react'

/** The upper and the lower edge of a row are places beside it; between them is the place in it. */
export type Zone = 'before' | 'inside' | 'after'
export type DropTarget = { id: string; zone: Zone }

type Dragging = {
  mayDrop: (dragged: string, target: string) => boolean
  onDrop: (dragged: string, target: DropTarget) => void
}

/** Rows of a list, told by `data-id`, that can be dragged onto each other. Returns the one that something is held over. */
export function useDragging(
  list: RefObject<HTMLElement | null>,
  { mayDrop, onDrop }: Dragging,
): DropTarget | undefined {
  const [target, setTarget] = useState<DropTarget>()
  const allows = useEffectEvent(mayDrop)
  const drop = useEffectEvent(onDrop)
  useEffect(() => {
    const element = list.current
    if (!element) return undefined
    let dragged: string | undefined
    const listening = new AbortController()
    const listen = (type: 'dragstart' | 'dragover' | 'drop' | 'dragend', hear: (event: DragEvent) => void) =>
      element.addEventListener(type, hear, { signal: listening.signal })
    const end = () => {
      dragged = undefined
      setTarget(undefined)
    }
    listen('dragstart', event => {
      dragged = rowOf(event)?.dataset.id
      if (!dragged || !event.dataTransfer) return
      event.dataTransfer.effectAllowed = 'move'
      // Some browsers drag nothing that has no data.
      event.dataTransfer.setData('text/plain', dragged)
    })
    listen('dragover', event => {
      const over = targetOf(event)
      const isAllowed = dragged !== undefined && over !== undefined && allows(dragged, over.id)
      if (isAllowed) event.preventDefault()
      setTarget(before => (isAllowed ? (isSame(before, over) ? before : over) : undefined))
    })
    listen('drop', event => {
      const over = targetOf(event)
      event.preventDefault()
      if (dragged !== undefined && over && allows(dragged, over.id)) drop(dragged, over)
      end()
    })
    listen('dragend', end)
    return () => listening.abort()
  }, [list])
  return target
}

const isSame = (one: DropTarget | undefined, other: DropTarget) => one?.id === other.id && one.zone === other.zone

const rowOf = ({ target }: DragEvent) => (target instanceof Element ? target.closest<HTMLElement>('[data-id]') : null)

function targetOf(event: DragEvent): DropTarget | undefined {
  const row = rowOf(event)
  const id = row?.dataset.id
  if (!row || id === undefined) return undefined
  const { top, height } = row.getBoundingClientRect()
  const share = (event.clientY - top) / height
  return { id, zone: share < 0.3 ? 'before' : share > 0.7 ? 'after' : 'inside' }
}
