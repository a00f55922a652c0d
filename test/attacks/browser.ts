import { decodeJwt } from 'jose'
import { codeOf } from '../identity/authenticator.ts'
import { type Answer, createPerson } from '../factories.ts'
import type { TestShop } from '../harness.ts'

/** What `createPerson` and `signUp` of the factories type. */
export const password = 'a long test password'

/** A browser on a page of the shop: its cookies for the identity service, and the headers that it sends each time. */
export function browserAt(shop: Pick<TestShop, 'address'>, always: Record<string, string> = {}) {
  const cookies = new Map<string, string>()
  const cookieHeader = () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const send = async (
    method: string,
    path: string,
    body?: unknown,
    more: Record<string, string> = {},
  ): Promise<Answer> => {
    const own = { origin: new URL(shop.address).origin, cookie: cookieHeader(), 'content-type': 'application/json' }
    // Where an answer leads is looked at, and never followed.
    const answer = await fetch(`${shop.address}/identity${path}`, {
      method,
      redirect: 'manual',
      headers: { ...own, ...always, ...more },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (/max-age=0/i.test(line)) cookies.delete(name)
      else cookies.set(name, value)
    }
    return { status: answer.status, headers: answer.headers, body: text.startsWith('{') ? JSON.parse(text) : text }
  }
  return {
    cookies,
    cookieHeader,
    send,
    logIn: (email: string, typed = password) => send('POST', '/sign-in/email', { email, password: typed }),
    typeCode: (code: string) => send('POST', '/two-factor/verify-totp', { code }),
    typeRecovery: (code: string) => send('POST', '/two-factor/verify-backup-code', { code }),
    /** Whose session this is, as the service sees it. */
    async whoAmI(): Promise<string | undefined> {
      const { status, body } = await send('GET', '/token')
      return status === 200 ? String(decodeJwt(body.token)['email']) : undefined
    },
  }
}

/** Somebody whose account asks for a code. The code of this half minute is used up, the next one is not. */
export async function protectedPerson(shop: TestShop) {
  const person = await createPerson(shop)
  const own = browserAt(shop)
  await own.logIn(person.email)
  const { totpURI, backupCodes } = (await own.send('POST', '/two-factor/enable', { password })).body
  const on = await own.typeCode(codeOf(totpURI))
  if (on.status !== 200) throw new Error(`the second factor was not turned on: ${JSON.stringify(on.body)}`)
  return { ...person, own, address: totpURI as string, recovery: backupCodes as string[] }
}
