import { renderToString } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import type { Content } from '#rules/content'
import { DocumentHead } from '#ui/navigation/document-head.tsx'
import { Surroundings } from '#ui/islands/surroundings.tsx'
import { Main } from '../frame/frame.tsx'
import { Document } from './document.tsx'
import { type Around, documentAround } from './document-around.tsx'
import { pages } from './pages.ts'
import { StorefrontFrame } from './storefront-frame.tsx'

const shop = { name: 'Kugel & Co', url: 'https://shop.example', currency: 'usd', locale: 'en', timeZone: 'UTC' }
const content: Content = {
  shop: { name: shop.name, tagline: 'Parts', phone: '+1 555 0100', address: '1 Main Street' },
  hero: { eyebrow: 'E', title: 'T', lead: 'L', action: { label: 'Shop', to: '/shop' } },
  services: [],
  promos: [],
  statistics: [],
  footer: [{ title: 'Help', links: [{ label: 'Contact', to: '/pages/contact' }] }],
  copyright: 'All rights reserved',
}
const around: Omit<Around, 'address'> = {
  facts: { shop, hostedIdentity: false },
  files: { scripts: ['/assets/start.js'], styles: ['/assets/shop.css'] },
  frame: { content, categories: [{ name: 'Brakes', path: 'brakes' }], year: 2026 },
}

const page = (
  <Main>
    <DocumentHead title="<main> & more" description="A part" path="/shop/1" />
    <img src="/pictures/1.avif" alt="" fetchPriority="high" />
    <h1>A part</h1>
  </Main>
)

/** The document and its page rendered in one. */
const rendered = (address: string) =>
  `<!DOCTYPE html>${renderToString(
    <Surroundings shop={shop} address={address}>
      <Document {...around}>
        <StorefrontFrame {...around.frame}>{page}</StorefrontFrame>
      </Document>
    </Surroundings>,
  )}`

const joined = (address: string) =>
  documentAround({ ...around, address }).join(
    renderToString(
      <Surroundings shop={shop} address={address}>
        {page}
      </Surroundings>,
    ),
  )

/** What stands in the head in whatever order, and the body as it is, but for the names that React gives to elements. */
function partsOf(html: string) {
  const [head = '', body] = html.split('</head>')
  return { head: head.split(/(?=<[a-z!])/).toSorted(), body: body?.replaceAll(/_frameR_/g, '_R_') }
}

const addresses = pages.flatMap(({ path }) => {
  const address = path.replace('/:slug?', '/brake-disc').replace(/:\w+|\*/g, 'thing')
  return [address, `${address}?q=brake&vehicle=7`]
})

describe('a page joined with its document', () => {
  it.each([...addresses, '/shop/', '/nothing', '/nothing/there', '/shop?q=%3Cmain'])(
    'is as if rendered in one: %s',
    address => {
      expect(partsOf(joined(address))).toEqual(partsOf(rendered(address)))
      // From what was kept.
      expect(joined(address)).toBe(joined(address))
    },
  )

  it('is made anew when the shop’s words change', () => {
    const before = joined('/blog')
    const other = { ...around.frame, content: { ...content, copyright: 'Other words' } }
    const after = documentAround({ ...around, frame: other, address: '/blog' }).join('<main></main>')
    expect(before).not.toContain('Other words')
    expect(after).toContain('Other words')
  })
})
