import { describe, expect, it } from 'vitest'
import { isTimeZone, timeZoneComplaint, timeZones } from './time-zones.ts'

describe('time zones', () => {
  it.each(['UTC', 'GMT', 'Europe/Berlin', 'asia/tokyo', 'Asia/Calcutta', 'US/Pacific', 'Japan', 'PRC', 'Etc/GMT-9'])(
    'are names such as %s',
    zone => {
      expect(timeZoneComplaint(zone)).toBeUndefined()
    },
  )

  it.each([
    ['+09:00', 'Etc/GMT-9, or a place such as Asia/Tokyo'],
    ['+0900', 'Etc/GMT-9, or a place such as Asia/Tokyo'],
    ['+9', 'Etc/GMT-9, or a place such as Asia/Tokyo'],
    ['GMT+9', 'Etc/GMT-9, or a place such as Asia/Tokyo'],
    ['UTC+9', 'Etc/GMT-9, or a place such as Asia/Tokyo'],
    ['utc + 09:00', 'Etc/GMT-9, or a place such as Asia/Tokyo'],
    ['＋０９：００', 'Etc/GMT-9, or a place such as Asia/Tokyo'],
    ['−03:00', 'Etc/GMT+3, or a place such as America/Sao_Paulo'],
    ['-12', 'Etc/GMT+12'],
    ['+05:30', 'a place such as Asia/Kolkata'],
    ['+05:20', 'the name of a place such as Europe/Berlin'],
    ['+00:00', 'UTC'],
  ])('are no offsets such as %s', (offset, names) => {
    expect(timeZoneComplaint(offset)).toBe(`takes the name of a time zone, not "${offset}"; use ${names}`)
  })

  it.each([
    ['CET', '; for this one, use a place such as Europe/Brussels'],
    ['ist', '; for this one, use a place such as Asia/Calcutta'],
    ['Berlin', ''],
    ['SystemV/PST8', ''],
    ['+25:00', ''],
    ['', ''],
  ])('are nothing else, such as %s', (text, instead) => {
    expect(timeZoneComplaint(text)).toBe(`takes a time zone such as Europe/Berlin, not "${text}"${instead}`)
  })

  it('that are proposed for an offset have it, in winter', () => {
    for (let minutes = -12 * 60; minutes <= 14 * 60; minutes += 15) {
      const [hours, rest] = [Math.trunc(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
      const offset = `${minutes < 0 ? '-' : '+'}${hours}:${String(rest).padStart(2, '0')}`
      const proposed = /; use (.+)$/.exec(timeZoneComplaint(offset) ?? '')?.[1] ?? ''
      if (proposed.startsWith('the name of a place')) continue
      for (const zone of proposed.split(/, or | ?a place such as /).filter(part => part !== '')) {
        expect(isTimeZone(zone)).toBe(true)
        expect([offset, zone, winterOffset(zone)]).toEqual([offset, zone, minutes])
      }
    }
  })

  it('are listed with UTC first and each once', () => {
    const listed = timeZones()
    expect(listed[0]).toBe('UTC')
    expect(listed).toHaveLength(new Set(listed).size)
    expect(listed.length).toBeGreaterThan(400)
  })
})

/** In minutes east of Greenwich. Summer is where the clock is ahead. */
function winterOffset(timeZone: string): number {
  const [january = 0, july = 0] = ['2026-01-15T12:00:00Z', '2026-07-15T12:00:00Z'].map(text => {
    const clock = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
    return (Date.parse(`${clock.format(new Date(text)).replace(' ', 'T')}Z`) - Date.parse(text)) / 60_000
  })
  return Math.min(january, july)
}
