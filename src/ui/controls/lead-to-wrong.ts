/**
 * What says that it is wrong: a field by itself, another control because it mends what stands in the way. What somebody was led to, and
 * is right by now, is `data-seen`.
 */
const wrong = '[aria-invalid="true"]:not([data-seen] *), [data-in-the-way]'

/**
 * A button that cannot do what it says leads to what stands in its way: the first field in `place` that is wrong gets the focus, and
 * says why. False where nothing is.
 */
export function leadToWrong(place: ParentNode | null | undefined, which = wrong): boolean {
  const field = place?.querySelector<HTMLElement>(which)
  field?.focus({ preventScroll: true })
  field?.scrollIntoView({ block: 'center' })
  return Boolean(field)
}
