import { type ReactElement, createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { DateTime } from './date.tsx'
import { Loading } from '../feedback/loading.tsx'
import { Price } from './price.tsx'
import { ShopProvider } from '../shop.tsx'
import { Stars } from './stars.tsx'

const usual = { name: 'Tappet', url: 'http://127.0.0.1:3000', currency: 'usd', locale: 'en-US', timeZone: 'UTC' }
const shown = (element: ReactElement, shop: Partial<typeof usual> = {}) =>
  renderToStaticMarkup(ShopProvider({ value: { ...usual, ...shop }, children: element }))

describe('stars', () => {
  const drawn = (rating: number) => shown(createElement(Stars, { rating }))

  it('[S9.07] go from 0 to 5, and no further', () => {
    expect(drawn(0)).toContain('aria-label="0 of 5 stars"')
    expect(drawn(0)).toContain('<svg width="0"')
    expect(drawn(5)).toContain('<svg width="100"')
    expect(drawn(7)).toContain('<svg width="100"')
    expect(drawn(4.3)).toContain('<svg width="90"')
  })

  it('[S9.07 S2.17] can only be read', () => {
    expect(drawn(3)).toContain('role="img"')
    expect(drawn(3)).not.toMatch(/<(button|input|select|a)\b|tabindex|onclick/i)
  })

  it('say when nobody has rated', () => {
    expect(shown(createElement(Stars, { rating: null }))).toContain('Not rated yet')
  })
})

describe('dates and numbers', () => {
  const date = createElement(DateTime, { value: '2026-11-21T23:30:00Z' })

  it('[D1.11] follow the shop’s language and time zone', () => {
    expect(shown(date)).toMatch(/Nov 21, 2026, 11:30\sPM/)
    expect(shown(date, { locale: 'de-DE', timeZone: 'Asia/Dhaka' })).toContain('22.11.2026, 05:30')
    const price = createElement(Price, { amount: 1177.5 })
    expect(shown(price)).toContain('$1,177.50')
    expect(shown(price, { locale: 'de-DE', currency: 'eur' })).toMatch(/1\.177,50\s€/)
  })
})

it('[S2.42] a loading screen says so', () => {
  expect(shown(createElement(Loading))).toMatch(/role="status".*Loading \. \. \./)
})
