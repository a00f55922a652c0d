import { describe, expect, it } from 'vitest'
import { permissions } from '#kernel/access'
import { isMailWanted, mailsFor, staffMails } from './mails.rules.ts'

describe('the mails that an account may have', () => {
  it.each([
    ['a customer', [], []],
    ['whoever packs', ['orders', 'shipping'] as const, ['order-paid']],
    ['whoever keeps the catalogue', ['catalogue', 'imports'] as const, ['own-import', 'other-import']],
    ['whoever reads reviews', ['reviews'] as const, []],
    ['whoever reads reports', ['reports'] as const, ['digest']],
    ['an owner', permissions, staffMails],
  ])('are for %s those of its permissions', (_who, permissions, mails) => {
    expect(mailsFor({ permissions })).toEqual(mails)
  })
})

describe('a mail that nobody has chosen', () => {
  const defaultMails = (role: string) => staffMails.filter(mail => isMailWanted(mail, { role, chosen: null }))

  it('comes to an owner where an order was paid, and to whoever has begun an import', () => {
    expect(defaultMails('admin')).toEqual(['order-paid', 'own-import'])
    expect(defaultMails('warehouse')).toEqual(['own-import'])
  })

  it('comes or stays away as it was chosen, once it was', () => {
    for (const mail of staffMails) {
      for (const role of ['admin', 'warehouse']) {
        expect(isMailWanted(mail, { role, chosen: true })).toBe(true)
        expect(isMailWanted(mail, { role, chosen: false })).toBe(false)
      }
    }
  })
})
