import { type MouseEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { Basket } from '#contracts/ordering'
import { leadToWrong } from '#ui/controls/lead-to-wrong.ts'
import type { BasketInHand } from './use-basket.ts'

/** The basket, opened for what stands in the way of its order. */
export const toCorrectPath = '/basket#correct'

/** What was pressed: the way to the checkout, with the basket as it was then; or that of the checkout back to here. */
type Press = { isCheckout: boolean; basket?: Basket | undefined }

/**
 * The way to the checkout. What was typed is saved before; whatever stands in the way of the order gets the focus instead, here as well as
 * where the checkout has sent somebody back. `isHeld`: somebody was led to a line, and nothing has changed since.
 */
export function useCheckout(place: RefObject<HTMLElement | null>, { basket, isBusy, settled }: BasketInHand) {
  const navigate = useNavigate()
  const { hash } = useLocation()
  const [press, setPress] = useState<Press | undefined>(hash === '#correct' ? { isCheckout: false } : undefined)
  const done = useRef<Press>(undefined)
  // Behind what is shown of the press: a field that was refused says so by then.
  useEffect(() => {
    if (!press || !basket || isBusy || done.current === press) return
    done.current = press
    if (!leadToWrong(place.current) && press.isCheckout) void navigate('/checkout')
  }, [press, isBusy, basket, place, navigate])
  const leave = async (event: MouseEvent<HTMLElement>) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    // A finger leaves the focus in the field: what was typed there is saved now.
    event.currentTarget.focus()
    setPress({ isCheckout: true, basket: await settled() })
  }
  return {
    leave,
    isSentBack: press?.isCheckout === false,
    isHeld: press?.isCheckout === true && !isBusy && press.basket === basket,
  }
}
