import { afterEach, expect, it, vi } from 'vitest'
import { readFrame } from './read-frame.ts'

afterEach(() => void vi.useRealTimers())

it.each(['2026-12-31T23:59:59Z', '2031-01-01T00:00:00Z'])(
  '[S1.24 S9.19] the year of the footer is the one in which the page is asked for: %s',
  async now => {
    vi.useFakeTimers({ now: new Date(now), toFake: ['Date'] })
    const { year } = await readFrame((async () => ({})) as never)
    expect(year).toBe(Number(now.slice(0, 4)))
  },
)
