import { describe, expect, it } from 'vitest'
import { stylesheetsFirst } from './document-order.ts'

describe('stylesheetsFirst', () => {
  it('moves stylesheets up in their order, and lets module preloads wait', () => {
    const html =
      '<html><head><meta charSet="utf-8"/><link rel="preload" as="font" href="/f"/><title>T</title>' +
      '<link rel="modulepreload" href="/a.js" nonce="n"/><link nonce="n" rel="stylesheet" href="/1.css"/>' +
      '<link rel="stylesheet" href="/2.css"/></head><body><link rel="stylesheet" href="/body.css"/></body></html>'
    expect(stylesheetsFirst(html)).toBe(
      '<html><head><meta charSet="utf-8"/><link nonce="n" rel="stylesheet" href="/1.css"/>' +
        '<link rel="stylesheet" href="/2.css"/><link rel="preload" as="font" href="/f"/><title>T</title>' +
        '<link rel="modulepreload" fetchpriority="low" href="/a.js" nonce="n"/></head>' +
        '<body><link rel="stylesheet" href="/body.css"/></body></html>',
    )
  })
  it.each(['', '<p>no head</p>', '<html><head></head><body><link rel="stylesheet" href="/x"/></body></html>'])(
    'leaves %j as it is',
    html => expect(stylesheetsFirst(html)).toBe(html),
  )
})
