import { describe, expect, it } from 'vitest'
import { permissions } from '#kernel/access'
import { type TodoKind, digestDay, todoKinds, todoOf } from './overview.rules.ts'

describe('the day of the digest', () => {
  it.each([
    ['before seven none', '2026-11-25T06:59:59Z', 'UTC', undefined],
    ['from seven on the day', '2026-11-25T07:00:00Z', 'UTC', '2026-11-25'],
    ['until midnight the same', '2026-11-25T23:59:59Z', 'UTC', '2026-11-25'],
    ['from midnight none again', '2026-11-26T00:00:00Z', 'UTC', undefined],
    [
      'by the clock of Nepal, five hours and three quarters ahead',
      '2026-11-25T01:15:00Z',
      'Asia/Kathmandu',
      '2026-11-25',
    ],
    ['not a quarter of an hour earlier there', '2026-11-25T01:14:59Z', 'Asia/Kathmandu', undefined],
    ['the next day where it has begun', '2026-11-25T18:00:00Z', 'Pacific/Kiritimati', '2026-11-26'],
    ['the day before where it is still that', '2026-11-25T03:00:00Z', 'America/Los_Angeles', '2026-11-24'],
    ['at seven of the day that summer time takes an hour of', '2026-03-29T05:00:00Z', 'Europe/Berlin', '2026-03-29'],
    ['an hour later in UTC on the day that gets it back', '2026-10-25T05:59:59Z', 'Europe/Berlin', undefined],
  ])('is %s', (_when, at, timeZone, day) => {
    expect(digestDay(new Date(at), timeZone)).toBe(day)
  })
})

describe('what there is to do', () => {
  const one = Object.fromEntries(todoKinds.map(kind => [kind, { count: 1 }])) as Record<TodoKind, { count: number }>

  it('is for whoever may do it', () => {
    expect(todoOf({ permissions }, one)).toEqual(todoKinds)
    expect(todoOf({ permissions: ['reports', 'orders'] }, one)).toEqual([
      'toShip',
      'lateToShip',
      'unpaid',
      'failedRefunds',
      'failedMail',
    ])
    expect(todoOf({ permissions: [] }, one)).toEqual([])
  })

  it('leaves out what nothing waits of', () => {
    expect(todoOf({ permissions }, { ...one, reviews: { count: 0 } })).not.toContain('reviews')
  })
})
