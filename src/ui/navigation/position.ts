/**
 * A link or form that changes what stands under the eyes, such as a filter, leads to a new page at the same height. What was
 * pressed has the focus there again, or else what stands for it, and a sheet that was open is open.
 */

const positionKey = 'position'

type Position = {
  /** The address that it is for. */
  to: string
  y: number
  focus: string | undefined
  /** The sheet that is open, and how far it is scrolled. */
  sheet: { id: string; y: number } | undefined
}

/** A page that has not come by then was given up. */
const longestWayMs = 5000

let underWay: { to: string; at: number } | undefined

/** The address that this page is being left for; undefined while it stays. */
export const addressUnderWay = (): string | undefined =>
  underWay && Date.now() - underWay.at < longestWayMs ? underWay.to : undefined

/** Goes to an address, and stays at this height where it is the same page asked otherwise: another one begins at its top. */
export function stayAt(to: string, pressed: Element | null): void {
  if (new URL(to, location.href).pathname === location.pathname) keepPosition(to, pressed)
  location.assign(to)
}

/** Keeps the position whenever a link with `data-stay` is followed. Once for each document. */
export function keepPositions(): void {
  document.addEventListener('click', event => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[data-stay]') : null
    if (!link || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey) return
    const before = addressUnderWay()
    if (before === undefined) return keepPosition(link.href, link)
    // What was chosen just before is not in the link's address yet.
    event.preventDefault()
    const to = withChangeOf(link.href, before)
    keepPosition(to, link)
    return location.assign(to)
  })
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return
    underWay = undefined
    showBusy(false)
  })
}

/** The press has been heard, and its answer is on the way. */
function showBusy(isBusy: boolean): void {
  const main = document.querySelector('main')
  if (main) main.ariaBusy = isBusy ? 'true' : null
}

/** The address that is under way, with what a link of this page changes. */
function withChangeOf(link: string, address: string): string {
  const [from, to, changed] = [new URL(location.href), new URL(link), new URL(address)]
  if (to.pathname !== from.pathname) changed.pathname = to.pathname
  for (const name of new Set([...from.searchParams.keys(), ...to.searchParams.keys()])) {
    const values = to.searchParams.getAll(name)
    if (String(values) === String(from.searchParams.getAll(name))) continue
    changed.searchParams.delete(name)
    for (const value of values) changed.searchParams.append(name, value)
  }
  return changed.href
}

/** For the page that `to` leads to. */
function keepPosition(to: string, pressed: Element | null): void {
  const { href } = new URL(to, location.href)
  underWay = { to: href, at: Date.now() }
  showBusy(true)
  setTimeout(() => showBusy(false), longestWayMs)
  const sheet = document.querySelector('[popover]:popover-open')
  const position: Position = {
    to: href,
    y: scrollY,
    focus: selectorOf(pressed),
    sheet: sheet ? { id: sheet.id, y: sheet.scrollTop } : undefined,
  }
  try {
    sessionStorage.setItem(positionKey, JSON.stringify(position))
  } catch {
    // A browser that keeps nothing begins at the top.
  }
}

/** What finds on the next page what was pressed, or the part that it belongs to. */
function selectorOf(pressed: Element | null): string | undefined {
  const name = pressed?.getAttribute('name')
  if (name) {
    const isOneOfSeveral = pressed instanceof HTMLInputElement && ['checkbox', 'radio'].includes(pressed.type)
    const value = isOneOfSeveral ? `[value="${CSS.escape(pressed.value)}"]` : ''
    return `[name="${CSS.escape(name)}"]:not([type=hidden])${value}`
  }
  const part = pressed?.closest('[id][tabindex="-1"]:not(main)')
  return part ? `#${CSS.escape(part.id)}` : undefined
}

// Runs in the browser before the page is painted, sent as it stands here: it may use nothing from outside.
function restorePosition(key: string): void {
  const restore = () => {
    try {
      const { to, y, focus, sheet } = JSON.parse(sessionStorage.getItem(key) ?? '{}') as Partial<Position>
      if (to !== location.href) return
      sessionStorage.removeItem(key)
      const open = document.getElementById(sheet?.id ?? '')
      open?.showPopover()
      open?.scrollTo({ top: sheet?.y ?? 0, behavior: 'instant' })
      const total = document.querySelector('[data-arrival]')
      const target = focus ? document.querySelector<HTMLElement>(focus) : null
      target?.closest('details')?.setAttribute('open', '')
      target?.focus({ preventScroll: true })
      if (document.activeElement === document.body && total instanceof HTMLElement) total.focus({ preventScroll: true })
      scrollTo({ top: y ?? 0, behavior: 'instant' })
      // What has the focus is read out; how many there are now is not, unless it is said once more.
      if (total && document.activeElement !== total) setTimeout(() => total.append(...total.childNodes), 500)
    } catch {
      // As above.
    }
  }
  // A page that is made ready ahead learns its position when it is shown.
  if ('prerendering' in document && document.prerendering) {
    document.addEventListener('prerenderingchange', restore, { once: true })
  } else restore()
}

/** The script of a page that may be come to in this way. It stands at the end of its body. */
export const positionScript = `(${restorePosition.toString()})(${JSON.stringify(positionKey)})`
