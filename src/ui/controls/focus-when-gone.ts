import { useEffect, useRef } from 'react'

/**
 * For what vanishes by being pressed, such as a vehicle that is removed. A keyboard would go on from the
 * top of the page; with this it goes on at what `find` gives. The component that calls it must outlive what is pressed,
 * and call the function that it gets with the element, at the press.
 */
export function useFocusWhenGone(find: () => HTMLElement | null | undefined): (pressed: Element | null) => void {
  const pressed = useRef<Element>(null)
  useEffect(() => {
    const was = pressed.current
    if (!was || was.checkVisibility()) return
    pressed.current = null
    // Where somebody has gone on meanwhile, they stay.
    const { activeElement } = document
    if (activeElement === document.body || activeElement === was) find()?.focus()
  })
  return element => {
    pressed.current = element
  }
}
