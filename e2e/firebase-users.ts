import type { Page, Route } from '@playwright/test'
import { type FirebaseKeys, firebaseClaims, seconds } from '#test/firebase'

type User = { uid: string; email: string; password: string; name: string; confirmed: boolean; signedInAt: number }

/**
 * The two hosts that Firebase's SDK talks to, as far as a sign-in by email needs them: the SDK in the browser is the real
 * one, and so are the signatures. Nothing of these journeys leaves the machine.
 */
export async function playFirebase(page: Page, keys: FirebaseKeys) {
  const users: User[] = []
  const mails: string[] = []
  const tokenOf = (user: User) =>
    keys.sign(
      firebaseClaims({
        sub: user.uid,
        email: user.email,
        email_verified: user.confirmed,
        name: user.name || undefined,
        auth_time: user.signedInAt,
        iat: seconds(),
      }),
    )
  const session = async (user: User) => ({
    localId: user.uid,
    email: user.email,
    idToken: await tokenOf(user),
    refreshToken: user.uid,
    expiresIn: '3600',
  })

  /** Who an ID token of ours is for. */
  const holder = (idToken: unknown) => {
    const claims = JSON.parse(Buffer.from(String(idToken).split('.')[1] ?? '', 'base64url').toString())
    return users.find(user => user.uid === claims.sub)
  }

  async function accounts(verb: string, body: Record<string, unknown>): Promise<object | string> {
    const email = typeof body['email'] === 'string' ? body['email'].toLowerCase() : ''
    if (verb === 'signUp') {
      if (users.some(user => user.email === email)) return 'EMAIL_EXISTS'
      const made = { uid: `uid-${users.length}`, email, password: String(body['password']), name: '', confirmed: false }
      const user = { ...made, signedInAt: seconds() }
      users.push(user)
      return session(user)
    }
    if (verb === 'signInWithPassword') {
      const user = users.find(user => user.email === email && user.password === body['password'])
      if (!user) return 'INVALID_LOGIN_CREDENTIALS'
      user.signedInAt = seconds()
      return session(user)
    }
    const user = holder(body['idToken'])
    if (!user) return 'USER_NOT_FOUND'
    if (verb === 'update') user.name = String(body['displayName'])
    if (verb === 'sendOobCode') mails.push(user.email)
    if (verb === 'delete') users.splice(users.indexOf(user), 1)
    const { uid: localId, name: displayName, confirmed: emailVerified } = user
    if (verb === 'lookup') return { users: [{ localId, email: user.email, displayName, emailVerified }] }
    return verb === 'update' ? session(user) : {}
  }

  const answer = async (route: Route, said: object | string) =>
    route.fulfill({
      status: typeof said === 'string' ? 400 : 200,
      headers: { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' },
      json: typeof said === 'string' ? { error: { code: 400, message: said } } : said,
    })

  await page.route('https://identitytoolkit.googleapis.com/**', async route => {
    const request = route.request()
    if (request.method() === 'OPTIONS') return answer(route, {})
    const verb = /accounts:(\w+)/.exec(request.url())?.[1] ?? ''
    return answer(route, await accounts(verb, request.postDataJSON()))
  })
  await page.route('https://securetoken.googleapis.com/**', async route => {
    if (route.request().method() === 'OPTIONS') return answer(route, {})
    const user = users.find(
      user => user.uid === new URLSearchParams(route.request().postData() ?? '').get('refresh_token'),
    )
    if (!user) return answer(route, 'TOKEN_EXPIRED')
    const idToken = await tokenOf(user)
    return answer(route, { id_token: idToken, access_token: idToken, refresh_token: user.uid, expires_in: '3600' })
  })
  return { users, mails }
}
