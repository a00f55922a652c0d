/** A page, and the scripts that are the shop's own: what its policy has to allow. */
export type PageWithScripts = { html: string; scripts: readonly string[] }

/**
 * Lets a page's script wait until the page has been shown, so that words and pictures have a slow line to themselves. A
 * first touch, a moving pointer or a key calls it at once. For pages that are complete without script: what is chosen or
 * typed before it has come is taken up (`ui/early-input.ts`), and where it cannot be fetched, the page turns to what it is
 * without.
 */
export function letScriptWait({ html, scripts }: PageWithScripts): PageWithScripts {
  const content = scripts.find(script => html.includes(moduleScript(script)))
  if (content === undefined) return { html, scripts }
  const addresses: string[] = []
  const withoutPreloads = html.replace(modulePreload, (_link, address: string) => {
    addresses.push(address)
    return ''
  })
  const start = `(${startWhenShown.toString()})(${inScript(content)},${inScript(addresses)})`
  // In place of the router's own element: React expects one there, and looks no closer.
  const waiting = withoutPreloads.replace(moduleScript(content), () => `<script>${start}</script>`)
  return { html: waiting, scripts: [...scripts, start] }
}

const moduleScript = (content: string) => `<script type="module" async="">${content}</script>`
const modulePreload = /<link rel="modulepreload"[^>]*\bhref="([^"]*)"[^>]*>/g

/** As a literal of JavaScript that cannot end the element it stands in. */
const inScript = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c')

// Runs in the browser, sent as it stands here: it may use nothing from outside, and needs no comments on its way.
// A page in a tab that nobody sees is never painted, and a picture may never come: hence the longest wait.
function startWhenShown(content: string, addresses: string[]): void {
  const longestWaitMs = 3000
  const callers = ['pointerdown', 'pointermove', 'keydown', 'focusin']
  let isStarted = false
  const start = () => {
    if (isStarted) return
    isStarted = true
    for (const caller of callers) document.removeEventListener(caller, start)
    for (const address of addresses) {
      const link = document.createElement('link')
      link.rel = 'modulepreload'
      link.href = address
      document.head.append(link)
    }
    const script = document.createElement('script')
    script.type = 'module'
    script.textContent = content
    script.addEventListener('error', () => {
      for (const words of document.querySelectorAll('noscript')) words.outerHTML = words.textContent ?? ''
    })
    document.head.append(script)
    script.remove()
  }
  const startAfterPaint = () =>
    new PerformanceObserver(paints => {
      if (paints.getEntriesByName('first-contentful-paint').length > 0) start()
    }).observe({ type: 'paint', buffered: true })
  for (const caller of callers) document.addEventListener(caller, start)
  if (document.readyState === 'complete') startAfterPaint()
  else addEventListener('load', startAfterPaint)
  setTimeout(start, longestWaitMs)
}
