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
  ['a name with a zero character', { name: 'a\0b' }, 'This holds a broken character. Leave it out.'],
  ['a password of five characters', { password: '12345' }, 'Password'],
])('sign-up refuses %s on the server too', async (_what, fields, sentence) => {
  const person = { name: 'Padma', email: 'padma@example.com', password: 'a workshop password', ...fields }
  const answer = await request(`${shop.address}/identity/sign-up/email`, 'POST', person)
  expect(answer.status).toBe(400)
  expect(answer.body.message).toContain(sentence)
})

it('a body of the identity service with a text that no database holds is refused, whatever field it is in (finding 35)', async () => {
  const bodies: [path: string, body: object][] = [
    ['sign-in/email', { email: 'a\0@example.com', password: 'a workshop password' }],
    ['sign-in/email', { email: 'padma@example.com', password: '\ud800 workshop' }],
    ['sign-up/email', { name: 'Padma', email: 'padma@example.com', password: 'a workshop password', image: '\0' }],
    ['passkey/remove', { id: '\0' }],
  ]
  for (const [path, body] of bodies) {
    const answer = await request(`${shop.address}/identity/${path}`, 'POST', body)
    expect({ path, status: answer.status }).toEqual({ path, status: 400 })
    expect(answer.body.message).toBe('This holds a broken character. Leave it out.')
  }
})

it('a body of ten thousand levels is refused before anything reads it by recursion (finding 35)', async () => {
  const deep = `{"email":${'['.repeat(10_000)}${']'.repeat(10_000)}}`
  for (const path of ['/identity/sign-in/email', '/api/password-reset']) {
    const answer = await request(`${shop.address}${path}`, 'POST', deep, { 'content-type': 'application/json' })
    expect({ path, status: answer.status, code: answer.body.code }).toEqual({
      path,
      status: 400,
      code: 'malformed-request',
    })
  }
})
