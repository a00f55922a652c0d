import { messagesKey } from '#ui/feedback/messages-key.ts'
import { isKept } from '#ui/is-kept.ts'
import { watchIslands } from '#ui/islands/wake.ts'
import { hideMenusWithTheirLinks } from '#ui/navigation/menus.ts'
import { keepPositions } from '#ui/navigation/position.ts'
import { prefetchMeantPages } from '#ui/navigation/prefetch.ts'
import { leadSlashToSearch } from '#ui/navigation/slash.ts'
import { islands } from './islands.ts'

/** The script of every page of the shop: small, because most who read never need more. */
function start(): void {
  watchIslands(islands)
  // The page before has said something that nobody has read yet.
  if (isKept(() => sessionStorage, messagesKey))
    import('./hydrate.tsx').then(({ beginPage }) => beginPage(), reportError)
}

leadSlashToSearch()
hideMenusWithTheirLinks()
keepPositions()
prefetchMeantPages()
// A page that is made ready ahead wakes nothing until it is shown.
if ('prerendering' in document && document.prerendering) {
  document.addEventListener('prerenderingchange', start, { once: true })
} else start()
// What measures the page waits for it.
performance.mark('alive')
