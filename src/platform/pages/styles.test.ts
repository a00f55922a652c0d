import { describe, expect, it } from 'vitest'
import { inlineStyles } from './styles.server.ts'

const styles = new Map([
  ['/assets/a.css', '.a{color:red}'],
  ['/assets/b.css', '.b{color:blue}'],
  ['/assets/odd.css', '.c::after{content:"</style>"}'],
])

describe('inlineStyles', () => {
  it('puts the sheets in where the first is linked, in their order, and leaves the links without a use', () => {
    const html =
      '<html><head><meta charSet="utf-8"/><link rel="stylesheet" href="/assets/a.css"/><title>T</title>' +
      '<link href="/assets/b.css#" rel="stylesheet"/></head><body></body></html>'
    const inlined = inlineStyles(html, styles)
    expect(inlined.styles).toEqual(['.a{color:red}.b{color:blue}'])
    expect(inlined.html).toBe(
      '<html><head><meta charSet="utf-8"/><style>.a{color:red}.b{color:blue}</style>' +
        '<link disabled="" rel="stylesheet" href="/assets/a.css"/><title>T</title>' +
        '<link disabled="" href="/assets/b.css#" rel="stylesheet"/></head><body></body></html>',
    )
  })
  it.each([
    '<html><head><link rel="stylesheet" href="/assets/unknown.css"/></head></html>',
    '<html><head><link rel="stylesheet" href="/assets/odd.css"/></head></html>',
    '<html><head><link rel="icon" href="/assets/a.css"/></head><link rel="stylesheet" href="/assets/a.css"/></html>',
    '<p>no head</p>',
  ])('leaves %s as it is', html => expect(inlineStyles(html, styles)).toEqual({ html, styles: [] }))
})
