import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ReactElement, createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { formatMomentNamed } from '#kernel/formats'
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

describe('times of the day', () => {
  const at = new Date('2026-11-21T23:30:00Z')

  it('say in which zone they are where nobody knows that of the reader (finding 22)', () => {
    expect(formatMomentNamed(at, { locale: 'en-US', timeZone: 'UTC' })).toMatch(/^Nov 21, 2026, 11:30\sPM UTC$/)
    expect(formatMomentNamed(at, { locale: 'de-DE', timeZone: 'Europe/Berlin' })).toBe('22.11.2026, 00:30 MEZ')
    const paper = createElement(DateTime, { value: at.toISOString(), precision: 'paper' })
    expect(shown(paper, { timeZone: 'Asia/Dhaka' })).toMatch(/Nov 22, 2026, 5:30\sAM GMT\+6/)
    const day = createElement(DateTime, { value: at.toISOString(), precision: 'day' })
    expect(shown(day, { timeZone: 'Asia/Dhaka' })).toContain('>Nov 22, 2026<')
  })

  it('are written in one place, which names their zone, and in files in the columns’ own form (finding 22)', () => {
    const root = join(import.meta.dirname, '../../..')
    const files = globSync('src/**/*.{ts,tsx}', { cwd: root }).filter(file => !file.includes('.test.'))
    expect(files.length).toBeGreaterThan(500)
    const writing = files.filter(file =>
      /timeStyle|toLocaleTimeString|\bhour: '/.test(readFileSync(join(root, file), 'utf8')),
    )
    expect(writing.toSorted()).toEqual([
      'src/kernel/formats.ts',
      'src/modules/desk/overview/overview.rules.ts',
      'src/modules/desk/reports/reports.server.ts',
    ])
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
