/** Whoever rests on a link this long means it. */
const restMs = 65

/**
 * Has the browser fetch the page behind a link that is meant: a pointer rests on it, a key has reached it, a finger has come
 * down. Only where the browser does not do so by the page's speculation rules.
 */
export function prefetchMeantPages(): void {
  if (HTMLScriptElement.supports?.('speculationrules')) return
  let timer: ReturnType<typeof setTimeout> | undefined
  const linkAt = (at: EventTarget | null) =>
    at instanceof Element ? at.closest<HTMLAnchorElement>('a[href^="/"]') : null
  const rest = ({ target }: Event) => {
    clearTimeout(timer)
    const link = linkAt(target)
    if (link && !link.target) timer = setTimeout(() => fetchAhead(link.href), restMs)
  }
  document.addEventListener('pointerover', rest)
  document.addEventListener('focusin', rest)
  document.addEventListener('pointerdown', ({ target }) => {
    const link = linkAt(target)
    if (link && !link.target) fetchAhead(link.href)
  })
}

const fetched = new Set<string>()

function fetchAhead(href: string): void {
  if (fetched.has(href)) return
  fetched.add(href)
  const link = document.createElement('link')
  link.rel = 'prefetch'
  link.href = href
  document.head.append(link)
}
