import { describe, expect, it } from 'vitest'
import { limitReads } from './read-limit.server.ts'

/** How many of these addresses are served, asked one after the other. */
function served(addresses: readonly string[], most: number): number {
  const limit = limitReads(() => new Date(0), most)
  return addresses.filter(address => {
    try {
      limit.count(address)
      return true
    } catch {
      return false
    }
  }).length
}

describe('the limit of public reads', () => {
  it('counts each network for itself, and anew after a minute (finding 29)', () => {
    let at = 0
    const limit = limitReads(() => new Date(at), 2)
    for (const address of ['192.0.2.1', '192.0.2.2', '192.0.2.1', '192.0.2.2']) limit.count(address)
    at = 20_000
    expect(() => limit.count('192.0.2.1')).toThrow('Too many requests. Wait a minute and try again.')
    expect(() => limit.count('192.0.2.3')).not.toThrow()
    at = 60_000
    expect(() => limit.count('192.0.2.1')).not.toThrow()
  })

  it('counts an IPv6 household, and the site that it is part of (finding 38)', () => {
    const household = Array.from({ length: 5 }, (_, at) => `2001:db8:1:2::${at + 1}`)
    expect(served(household, 3)).toBe(3)
    const site = Array.from({ length: 100 }, (_, at) => `2001:db8:1:${at.toString(16)}::1`)
    expect(served(site, 3)).toBe(24)
    expect(served([...site.slice(0, 24), '2001:db8:2::1'], 3)).toBe(25)
  })
})
