/**
 * A transition that cannot be shown, because the window changes its size or the tab goes away, is left out: the screen
 * changes all the same. The router does not listen to the promise that tells so, and the browser would report a failure.
 */
export function leaveOutTransitionsInPeace(): void {
  // Absent where a browser has no transitions.
  const start = (document as Partial<Document>).startViewTransition?.bind(document)
  if (!start) return
  document.startViewTransition = update => {
    const transition = start(update)
    transition.ready.catch(() => undefined)
    return transition
  }
}
