import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createPerson, request } from '#test/factories'
import { type TestShop, startTestShop } from '#test/harness'

const logged: string[] = []
let shop: TestShop
beforeAll(async () => {
  shop = await startTestShop({ log: pino({ level: 'info' }, { write: line => void logged.push(line) }) })
})
afterAll(() => shop.close())

it('the log of logins has the address of an account, and no other that was typed (finding 12)', async () => {
  const { email } = await createPerson(shop)
  logged.length = 0
  const unknown = 'whoever-this-is@example.com'
  for (const typed of [email, unknown])
    await request(`${shop.address}/identity/sign-in/email`, 'POST', { email: typed, password: 'not the one' })
  const failed = logged.map(line => JSON.parse(line)).filter(({ security }) => security === 'sign-in-failed')
  expect(failed.map(line => line.email)).toEqual([email, undefined])
  expect(logged.join('')).not.toContain(unknown)
})
