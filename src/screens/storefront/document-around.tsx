import { renderToString } from 'react-dom/server'
import { Surroundings } from '#ui/islands/surroundings.tsx'
import type { PageFacts } from '../frame/page-facts.ts'
import type { FrameData } from '../frame/read-frame.ts'
import { Document, type PageFiles } from './document.tsx'
import { StorefrontFrame } from './storefront-frame.tsx'

/** What a document is made of, beside its page. */
export type Around = { facts: PageFacts; files: PageFiles; frame: FrameData; address: string }

/** A document without its page: what comes before the head's end, what before the page, and what behind it. */
class DocumentAround {
  readonly #head: string
  readonly #before: string
  readonly #behind: string

  constructor(html: string) {
    const [around = '', behind = ''] = html.split(placeOfPage)
    const headEnd = around.indexOf('</head>')
    this.#head = around.slice(0, headEnd)
    this.#before = around.slice(headEnd)
    this.#behind = behind
  }

  /** `page`: as it was rendered, what it puts into the head before its `main`. */
  join(page: string): string {
    const main = page.indexOf('<main')
    return `<!DOCTYPE html>${this.#head}${page.slice(0, main)}${this.#before}${page.slice(main)}${this.#behind}`
  }
}

const placeOfPage = '<slot name="page"></slot>'

/** By all that they are made of. A shop has few: its words change seldom, and its pages are at few places. */
const documents = new Map<string, DocumentAround>()
const mostDocuments = 24

/**
 * The document around a page. It is the same for all pages at one place of the shop, so that it is rendered once: most of what a
 * tool's page would cost is not its own.
 */
export function documentAround({ address, ...around }: Around): DocumentAround {
  // Of a search there is one.
  if (address.includes('?')) return renderAround({ ...around, address })
  const place = placeOf(address)
  const key = JSON.stringify({ place, ...around })
  const existing = documents.get(key)
  if (existing) return existing
  const made = renderAround({ ...around, address: place })
  const [oldest] = documents.keys()
  if (oldest !== undefined && documents.size >= mostDocuments) documents.delete(oldest)
  documents.set(key, made)
  return made
}

/** What the frame shows of an address without a query: which of its links leads here. */
function placeOf(address: string): string {
  const [, first = '', ...below] = address.split('/')
  return below.length === 0 ? `/${first}` : `/${first}/-`
}

function renderAround({ facts, files, frame, address }: Around): DocumentAround {
  const html = renderToString(
    <Surroundings shop={facts.shop} address={address}>
      <Document facts={facts} files={files}>
        <StorefrontFrame {...frame}>
          <slot name="page" />
        </StorefrontFrame>
      </Document>
    </Surroundings>,
    // The page's parts have names of their own.
    { identifierPrefix: 'frame' },
  )
  return new DocumentAround(html)
}
