import { type Answer, request } from '../factories.ts'
import type { TestShop } from '../harness.ts'

/** A browser's cookies, as far as the identity service sets them, and what it asks there. */
export function identityBrowser(at: Pick<TestShop, 'address'>) {
  const cookies = new Map<string, string>()
  const send = async (
    method: string,
    path: string,
    body?: object,
    more: Record<string, string> = {},
  ): Promise<Answer> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const origin = new URL(at.address).origin
    const answer = await request(`${at.address}/identity${path}`, method, body, { cookie, origin, ...more })
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (/max-age=0/i.test(line)) cookies.delete(name)
      else cookies.set(name, value)
    }
    return answer
  }
  return { cookies, send, idToken: () => send('GET', '/token') }
}
export type IdentityBrowser = ReturnType<typeof identityBrowser>
