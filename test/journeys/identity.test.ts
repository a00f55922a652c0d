import { afterAll, beforeAll, expect, it } from 'vitest'
import { request } from '../factories.ts'
import { type TestShop, startTestShop } from '../harness.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await startTestShop()
})
afterAll(() => shop.close())

it.each([
  ['a blank name', { name: '   ' }, 'Name is required'],
  ['a name of a hundred thousand characters', { name: 'x'.repeat(100_000) }, 'Use at most 80 characters.'],
  ['a name with a zero character', { name: 'a\0b' }, 'Leave out the zero character.'],
  ['a password of five characters', { password: '12345' }, 'Password'],
])('sign-up refuses %s on the server too', async (_what, fields, sentence) => {
  const person = { name: 'Padma', email: 'padma@example.com', password: 'a workshop password', ...fields }
  const answer = await request(`${shop.address}/identity/sign-up/email`, 'POST', person)
  expect(answer.status).toBe(400)
  expect(answer.body.message).toContain(sentence)
})
