/**
 * Does work that takes in all that was there when it began: one at a time, and whoever asks during one gets the next, which
 * all share who asked meanwhile.
 */
export function oneAtATime(work: () => Promise<void>): () => Promise<void> {
  let current: Promise<void> | undefined
  let next: Promise<void> | undefined
  const begin = () => (current = work().finally(() => (current = undefined)))
  return () => {
    if (!current) return begin()
    next ??= current
      .catch(() => undefined)
      .then(() => {
        next = undefined
        return begin()
      })
    return next
  }
}
