import { type ComponentType, type ReactNode, StrictMode, useEffect } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import toastLooks from 'react-toastify/ReactToastify.css?url'
import { startSession } from '#parts/accounts'
import { takeUpEarlyInput } from '#ui/early-input.ts'
import ownToastLooks from '#ui/feedback/toast-container.css?url'
import { toastPlace } from '#ui/feedback/toast.ts'
import { Toasts } from '#ui/feedback/toasts.tsx'
import { Surroundings } from '#ui/islands/surroundings.tsx'
import type { PageFacts } from '../../frame/page-facts.ts'
import { factsId } from './facts-id.ts'

let facts: PageFacts | undefined

/** Once for the page: who is here, and the place where messages appear. */
export function beginPage(): PageFacts {
  if (facts) return facts
  facts = JSON.parse(document.getElementById(factsId)?.textContent ?? '') as PageFacts
  startSession({ isHosted: facts.hostedIdentity })
  // The page's sheet does without the looks of messages: most pages have none to say.
  const linkLooks = () => {
    if (!toastPlace.isWanted()) return
    stopWaiting()
    document.head.append(...[toastLooks, ownToastLooks].map(linkTo))
  }
  const stopWaiting = toastPlace.subscribe(linkLooks)
  const place = document.body.appendChild(document.createElement('div'))
  createRoot(place).render(<Toasts />)
  return facts
}

function linkTo(href: string): HTMLLinkElement {
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = href
  return link
}

/**
 * Brings to life what the server has rendered in this element, with what was typed or chosen meanwhile. Where that fails, it
 * stands there as the server has written it.
 */
export function hydrate(element: HTMLElement, Part: ComponentType<object>): Promise<void> {
  const { shop } = beginPage()
  const { island = '', at = '', props = '{}' } = element.dataset
  const written = element.innerHTML
  return new Promise((resolve, reject) => {
    hydrateRoot(
      element,
      <StrictMode>
        <Alive element={element} onAlive={resolve}>
          <Surroundings shop={shop} address={location.pathname + location.search}>
            <Part {...(JSON.parse(props) as object)} />
          </Surroundings>
        </Alive>
      </StrictMode>,
      {
        identifierPrefix: island + at,
        onUncaughtError(error) {
          element.innerHTML = written
          reportError(error)
          reject(error instanceof Error ? error : new Error(String(error)))
        },
      },
    )
  })
}

type AliveProps = { element: HTMLElement; onAlive: () => void; children: ReactNode }

/** Its effect is the first thing after hydration: before React draws anything anew. */
function Alive({ element, onAlive, children }: AliveProps) {
  useEffect(() => {
    void takeUpEarlyInput(element)
    onAlive()
  }, [element, onAlive])
  return children
}
