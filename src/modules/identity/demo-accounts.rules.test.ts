import { describe, expect, it } from 'vitest'
import { demoAdmin, demoCustomer, demoDomain, isClosedDemoAccount } from './demo-accounts.rules.ts'

describe('the demo accounts', () => {
  it('live on a domain that is reserved for examples, and can sign in', () => {
    expect(demoDomain).toMatch(/\.example$/)
    for (const { name, email } of [demoCustomer, demoAdmin]) {
      expect(name).not.toBe('')
      expect(email.endsWith(`@${demoDomain}`)).toBe(true)
    }
    expect(demoCustomer.password.length).toBeGreaterThanOrEqual(6)
    expect(demoAdmin).not.toHaveProperty('password')
  })

  it.each([
    [demoCustomer.email, true, false],
    [demoCustomer.email, false, true],
    [demoAdmin.email, false, true],
    ['buyer@example.com', false, false],
    [`buyer@evil-${demoDomain}`, false, false],
    [`buyer@${demoDomain}.evil.example`, false, false],
  ])('%s in a shop that only this machine reaches (%s) is closed: %s', (email, loopbackOnly, closed) => {
    expect(isClosedDemoAccount(email, { loopbackOnly })).toBe(closed)
  })
})
