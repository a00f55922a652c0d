import { hasEarlyInput } from '../early-input.ts'
import { isKept } from '../is-kept.ts'

/** Wakes one element: attaches what makes it alive. Resolves when it is; throws where that cannot be fetched. */
export type Wake = (element: HTMLElement) => Promise<void>

export type Islands = {
  wakes: ReadonlyMap<string, Wake>
  /** Under which keys local storage has what an island shows of this person, by the reason that it names. */
  keysOf: ReadonlyMap<string, readonly string[]>
}

const meant = ['pointerdown', 'focusin', 'keydown', 'input', 'change'] as const

/** A pointer that only passes over means nothing. */
const restMs = 60

/** A press waits no longer than this for its island: it is then the link's or the form's own. */
const longestHoldMs = 2000

/**
 * Wakes islands (`data-island`) when somebody means them: by pointer, finger or key. What is pressed while one is on its way is
 * pressed again when it is awake; where it cannot be fetched, it is a link or a form as before. A link that stays on this page
 * waits, too, for islands in which something was chosen just before: the choice is part of where it leads.
 */
export function watchIslands({ wakes, keysOf }: Islands): void {
  const awake = new Set<HTMLElement>()
  const waking = new Map<HTMLElement, Promise<void>>()

  const wake = (element: HTMLElement): Promise<void> => {
    const existing = waking.get(element)
    if (existing) return existing
    const begun = wakeOnce(element)
    waking.set(element, begun)
    return begun
  }
  const wakeOnce = async (element: HTMLElement) => {
    try {
      await wakes.get(element.dataset['island'] ?? '')?.(element)
      awake.add(element)
    } catch {
      // Out of reach: it turns to what it is without script, and the next touch tries again.
      waking.delete(element)
      for (const words of element.querySelectorAll('noscript')) words.outerHTML = words.textContent
    }
  }
  const wakeAt = (target: EventTarget | null) => {
    const island = islandAt(target)
    if (island) void wake(island)
  }
  const wakeByReason = () => {
    for (const [reason, keys] of keysOf) {
      if (keys.some(key => isKept(() => localStorage, key)))
        for (const element of islandsThat(reason)) void wake(element)
    }
  }

  for (const type of meant) {
    document.addEventListener(type, ({ target }) => wakeAt(target), { capture: true, passive: true })
  }
  let resting: ReturnType<typeof setTimeout> | undefined
  document.addEventListener('pointerover', ({ target }) => {
    clearTimeout(resting)
    resting = setTimeout(() => wakeAt(target), restMs)
  })
  const wakingWithChoice = () => [...waking].filter(([element]) => !awake.has(element) && hasEarlyInput(element))
  holdPresses(pressed => {
    const island = islandAt(pressed)
    if (island) return awake.has(island) ? undefined : wake(island)
    const underWay = pressed.matches('a[data-stay]') ? wakingWithChoice() : []
    return underWay.length === 0 ? undefined : Promise.all(underWay.map(([, waited]) => waited))
  })
  wakeByReason()
  // Another tab, or the page that was open before this one is shown again.
  addEventListener('storage', wakeByReason)
  addEventListener('pageshow', wakeByReason)
  wakeWhenSeen(wake)
  // Where somebody is already, and what was chosen or typed before this script had come.
  wakeAt(document.activeElement)
  wakeAt(document.querySelector('[data-wakes-on~=meant]:hover'))
  for (const element of islandsThat('meant')) if (hasEarlyInput(element)) void wake(element)
}

/** `waitedFor` gives nothing for what needs to wait for nothing. */
function holdPresses(waitedFor: (pressed: HTMLElement) => Promise<unknown> | undefined): void {
  const held = new Set<HTMLElement>()
  let isPressingAgain = false
  const hold = async (pressed: HTMLElement, waking: Promise<unknown>) => {
    held.add(pressed)
    await Promise.race([waking, new Promise(resolve => setTimeout(resolve, longestHoldMs))])
    held.delete(pressed)
    isPressingAgain = true
    pressed.click()
    isPressingAgain = false
  }
  const listen = (event: MouseEvent) => {
    const pressed = event.target instanceof Element ? event.target.closest<HTMLElement>('a[href], button') : null
    if (!pressed || isPressingAgain || event.ctrlKey || event.metaKey || event.shiftKey) return
    const waking = waitedFor(pressed)
    if (!waking) return
    event.preventDefault()
    event.stopImmediatePropagation()
    if (!held.has(pressed)) void hold(pressed, waking)
  }
  document.addEventListener('click', listen, { capture: true })
}

function wakeWhenSeen(wake: Wake): void {
  const seen = new IntersectionObserver(entries => {
    for (const { isIntersecting, target } of entries) {
      const island = isIntersecting && target.closest<HTMLElement>('[data-island]')
      if (!island) continue
      seen.unobserve(target)
      void wake(island)
    }
  })
  // An island has no box of its own: its first part has.
  for (const element of islandsThat('seen')) seen.observe(element.firstElementChild ?? element)
}

const islandAt = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<HTMLElement>('[data-wakes-on~=meant]') : null

const islandsThat = (reason: string) => document.querySelectorAll<HTMLElement>(`[data-wakes-on~=${reason}]`)
