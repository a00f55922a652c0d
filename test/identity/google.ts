import { randomBytes } from 'node:crypto'
import { type Answer, bearer, request } from '../factories.ts'
import type { TestShop } from '../harness.ts'

/** What a browser does on the way to Google and back: it follows redirects, and keeps cookies by path. */
export function googleBrowser(shop: Pick<TestShop, 'address'>) {
  const cookies: { name: string; value: string; path: string }[] = []
  const event = randomBytes(16).toString('base64url')

  async function go(address: string, init: RequestInit = {}): Promise<Response> {
    const { pathname } = new URL(address)
    const sent = cookies.filter(cookie => pathname.startsWith(cookie.path)).map(({ name, value }) => `${name}=${value}`)
    const headers = new Headers(init.headers)
    headers.set('cookie', sent.join('; '))
    const answer = await fetch(address, { ...init, headers, redirect: 'manual' })
    for (const line of answer.headers.getSetCookie()) keep(line)
    return answer
  }

  function keep(line: string): void {
    const [pair = '', ...attributes] = line.split(/;\s*/)
    const [name, value] = [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]
    const path = attributes.find(attribute => /^path=/i.test(attribute))?.slice(5) ?? '/'
    const at = cookies.findIndex(cookie => cookie.name === name && cookie.path === path)
    if (at >= 0) cookies.splice(at, 1)
    if (value && !attributes.some(attribute => /^max-age=0$/i.test(attribute))) cookies.push({ name, value, path })
  }

  /** Follows redirects until a page answers, or an address that `isEnd`. */
  async function follow(address: string, isEnd: (address: string) => boolean = () => false): Promise<string> {
    for (let at = address; ;) {
      if (isEnd(at)) return at
      const answer = await go(at)
      const next = answer.headers.get('location')
      if (!next) return at
      at = new URL(next, at).href
    }
  }

  const start = (body: object, headers: Record<string, string> = {}) =>
    go(`${shop.address}/identity/google`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: shop.address, ...headers },
      body: JSON.stringify(body),
    })

  return {
    event,
    cookies,
    go,
    follow,
    start,
    /** Presses the button; the address at Google where the window goes. */
    async begin(way: 'popup' | 'redirect' = 'popup'): Promise<string> {
      const answer = await start({ event, way, page: '/login', from: '/dashboard/order' })
      return ((await answer.json()) as { url: string }).url
    },
    /** Fills the stand-in's page in, and goes back to the shop; what the window says there. */
    async choose(url: string, form: Record<string, string>) {
      const page = await follow(url)
      const sent = await go(page, { method: 'POST', body: new URLSearchParams(form) })
      return outcomeOf(await follow(new URL(sent.headers.get('location') ?? '', page).href))
    },
    /** Enters the shop with the session that the cookie names. */
    async enter(): Promise<Answer> {
      const { token } = (await (await go(`${shop.address}/identity/token`)).json()) as { token?: string }
      if (!token) return { status: 401, body: undefined, headers: new Headers() }
      const { email } = JSON.parse(atob(token.split('.')[1] ?? '')) as { email: string }
      return request(`${shop.address}/api/user/${email}`, 'PUT', { email }, bearer(token))
    },
  }
}

/** What the address at which a sign-in ends says. */
export function outcomeOf(address: string) {
  const { pathname, searchParams } = new URL(address)
  if (pathname !== '/identity/google/done') throw new Error(`the sign-in ended at ${address}`)
  return { event: searchParams.get('event'), error: searchParams.get('error') }
}
