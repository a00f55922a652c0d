import { type MouseEvent, type RefObject, useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { leadToWrong } from '#ui/controls/lead-to-wrong.ts'
import type { BasketInHand } from './use-basket.ts'

/** The basket, opened for what stands in the way of its order. */
export const toCorrectPath = '/basket#correct'

/**
 * The way to the checkout. What was typed is saved before; whatever stands in the way of the order gets the focus instead, here as well as
 * where the checkout has sent somebody back. `isHeld`: somebody was led to a line.
 */
export function useCheckout(place: RefObject<HTMLElement | null>, { basket, isBusy }: BasketInHand) {
  const navigate = useNavigate()
  const { hash } = useLocation()
  const [isLeaving, setLeaving] = useState(false)
  const [heldBy, setHeldBy] = useState<typeof basket>()
  const [isSentBack, setSentBack] = useState(hash === '#correct')
  useEffect(() => {
    if (isBusy || !basket || !(isLeaving || isSentBack)) return
    const isWrong = leadToWrong(place.current)
    if (isWrong) setHeldBy(basket)
    else if (isLeaving) void navigate('/checkout')
    setLeaving(false)
    setSentBack(false)
  }, [isLeaving, isSentBack, isBusy, basket, place, navigate])
  const leave = (event: MouseEvent<HTMLElement>) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    // A finger leaves the focus in the field: what was typed there is saved now.
    event.currentTarget.focus()
    setLeaving(true)
  }
  return { leave, isSentBack, isHeld: heldBy !== undefined && heldBy === basket }
}
