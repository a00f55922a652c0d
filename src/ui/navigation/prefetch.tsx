import { useContext, useEffect, useState } from 'react'
import { preinit } from 'react-dom'
import {
  PrefetchPageLinks,
  UNSAFE_DataRouterContext as RouterContext,
  UNSAFE_FrameworkContext as FrameworkContext,
  useLocation,
} from 'react-router'
import { stylesheetsOf, stylesheetRank } from './stylesheets.tsx'

/** Whoever rests on a link this long means it; whoever only passes over it does not. */
const restMs = 50

/** The router's own links; others may lead to files. */
const linkSelector = 'a[data-discover]'

/**
 * Fetches the page behind a link before it is followed: its data, script, stylesheets, and the picture that it will show
 * first. A rest on it, a focus, or a finger that has come down says that it will be. One listener for the whole document:
 * the router's own way has state and handlers for each link.
 */
export function Prefetch() {
  const { key } = useLocation()
  const [meant, setMeant] = useState<{ page: string; from: string }>()
  const router = useContext(RouterContext)?.router
  const manifest = useContext(FrameworkContext)?.manifest
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const fetchPage = (link: HTMLAnchorElement) => {
      const page = link.pathname + link.search
      setMeant({ page, from: key })
      for (const href of stylesheetsOf(manifest, router?.match(page))) {
        preinit(href, { as: 'style', precedence: stylesheetRank })
      }
      fetchPicture(link)
    }
    const linkOf = (at: EventTarget | null) => {
      const link = at instanceof Element ? at.closest<HTMLAnchorElement>(linkSelector) : null
      return link?.target ? null : link
    }
    const rest = (at: EventTarget | null) => {
      clearTimeout(timer)
      const link = linkOf(at)
      if (link) timer = setTimeout(() => fetchPage(link), restMs)
    }
    const restAt = (event: Event) => rest(event.target)
    // At once: the press brings the focus along, which would be a rest again, and what was meant begins with its end.
    const press = (event: Event) => {
      const link = linkOf(event.target)
      if (link) fetchPage(link)
    }
    // The pointer may have come to rest before the script had.
    rest(document.querySelector(`${linkSelector}:hover`))
    document.addEventListener('pointerover', restAt)
    document.addEventListener('focusin', restAt)
    document.addEventListener('pointerdown', press)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('pointerover', restAt)
      document.removeEventListener('focusin', restAt)
      document.removeEventListener('pointerdown', press)
    }
  }, [key, router, manifest])
  // What was meant on the last page is not meant on this one.
  return meant?.from === key ? <PrefetchPageLinks page={meant.page} /> : null
}

/** The picture of a card as the card's own page shows it, where the card says how wide that is. */
function fetchPicture(link: Element): void {
  const card = link.closest<HTMLElement>('[data-next-sizes]')
  const picture = card?.querySelector('picture')?.cloneNode(true)
  if (!card || !(picture instanceof HTMLPictureElement)) return
  for (const source of picture.querySelectorAll('source')) source.sizes = card.dataset['nextSizes'] ?? ''
  const image = picture.querySelector('img')
  // A picture that stands nowhere is fetched all the same, but not while it is lazy.
  if (image) image.loading = 'eager'
}
