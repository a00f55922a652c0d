import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const css = readFileSync(new URL('tokens.css', import.meta.url), 'utf8')

type Tokens = Record<string, string>

/** The tokens of the first block whose selector ends with `selector`. */
function block(selector: string): Tokens {
  const start = css.indexOf(`${selector} {`)
  const body = css.slice(css.indexOf('{', start) + 1, css.indexOf('}', start))
  return Object.fromEntries([...body.matchAll(/(--[\w-]+):\s*([^;]+);/g)].map(([, name, value]) => [name, value]))
}

const light = block("[data-theme='light']")
const dark = block("[data-theme='dark']")

/** Contrast of two colours as WCAG 2 defines it. */
function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map(at => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const texts = [
  ...['--ink', '--ink-soft', '--steel', '--accent-ink', '--ok', '--maybe', '--bad'].flatMap(text =>
    ['--paper', '--card', '--sunken'].map(ground => [text, ground] as const),
  ),
  ['--on-accent', '--accent-fill'],
  ['--on-accent', '--accent-fill-hover'],
  ['--on-bad', '--bad-fill'],
  ['--on-bad', '--bad-fill-hover'],
  ['--ok', '--ok-soft'],
  ['--maybe', '--maybe-soft'],
  ['--bad', '--bad-soft'],
  ['--ink', '--offer'],
  ['--accent-ink', '--offer'],
] as const

const controls = [
  ...['--line-control', '--accent', '--focus'].flatMap(mark =>
    ['--paper', '--card', '--sunken'].map(ground => [mark, ground] as const),
  ),
  ['--draft', '--night'],
] as const

describe('tokens', () => {
  it('say the same in both dark blocks', () => expect(block(':root:not([data-theme])')).toEqual(dark))
  it('have a dark twin each', () => expect(Object.keys(dark)).toEqual(Object.keys(light)))

  describe.each([
    ['light', light],
    ['dark', dark],
  ])('%s', (_, tokens) => {
    it.each(texts)('text %s on %s has a contrast of 4.5', (text, ground) => {
      expect(contrast(tokens[text] ?? '', tokens[ground] ?? '')).toBeGreaterThanOrEqual(4.5)
    })
    it.each(controls)('%s on %s has a contrast of 3', (mark, ground) => {
      expect(contrast(tokens[mark] ?? '', tokens[ground] ?? '')).toBeGreaterThanOrEqual(3)
    })
  })

  it.each(['--ink', '--ink-soft', '--steel', '--accent-ink', '--draft'])(
    'dark %s reads on the night of the hero',
    text => {
      for (const night of [light['--night'], dark['--night'], dark['--night-raised']]) {
        expect(contrast(dark[text] ?? '', night ?? '')).toBeGreaterThanOrEqual(4.5)
      }
    },
  )
})
