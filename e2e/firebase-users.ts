import type { Page, Route } from '@playwright/test'
import { type FirebaseKeys, firebaseClaims, project, seconds } from '#test/identity/firebase'

type User = { uid: string; email: string; password: string; name: string; confirmed: boolean; signedInAt: number }

/**
 * The two hosts that Firebase's SDK talks to, as far as a sign-in by email needs them: the SDK in the browser is the real
 * one, and so are the signatures. Nothing of these journeys leaves the machine.
 */
export async function playFirebase(page: Page, keys: FirebaseKeys) {
  const users: User[] = []
  const mails: string[] = []
  const authorizedDomains = ['127.0.0.1']
  /** What Firebase answers to a verb instead, for as long as it stands here. */
  const refusals = new Map<string, string>()
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

  function newUser(email: string, more: Partial<User> = {}) {
    const made: User = {
      uid: `uid-${users.length}`,
      email,
      password: '',
      name: '',
      confirmed: false,
      signedInAt: seconds(),
      ...more,
    }
    users.push(made)
    return made
  }

  /** Who an ID token of ours is for. */
  const holder = (idToken: unknown) => {
    const claims = JSON.parse(Buffer.from(String(idToken).split('.')[1] ?? '', 'base64url').toString())
    return users.find(user => user.uid === claims.sub)
  }

  async function accounts(verb: string, body: Record<string, unknown>): Promise<object | string> {
    const refusal = refusals.get(verb)
    if (refusal) return refusal
    const email = typeof body['email'] === 'string' ? body['email'].toLowerCase() : ''
    if (verb === 'signInWithIdp') {
      const made = newUser(`by-google-${users.length}@example.com`, { confirmed: true })
      return { ...(await session(made)), providerId: 'google.com', rawUserInfo: '{}' }
    }
    if (verb === 'signUp') {
      if (users.some(user => user.email === email)) return 'EMAIL_EXISTS'
      return session(newUser(email, { password: String(body['password']) }))
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
    if (request.url().includes('/v1/projects')) return answer(route, { projectId: 'tappet-test', authorizedDomains })
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
  return { users, mails, authorizedDomains, refusals }
}

/** As much of Google's frame library as the SDK needs to open a window: what the frame would say is the journey's to say. */
const frameLibrary = `{
  const frame = {
    restyle: async () => undefined,
    ping: async tell => tell(),
    register: (_name, hear) => void (window.hearAuthEvent = hear),
    send(_name, _said, answer) {
      // The SDK throws at the end of every answer, also a good one; the library does not mind.
      try { answer([{ webStorageSupport: true }]) } catch {}
    },
  }
  const iframes = { CROSS_ORIGIN_IFRAMES_FILTER: 0, getContext: () => ({ open: (_options, opened) => opened(frame) }) }
  window.gapi = { load: (_name, { callback }) => callback(), iframes }
  window[new URL(document.currentScript.src).searchParams.get('onload')]()
}`

/** The hosts of Google's that a sign-in by window needs. */
export async function playFirebaseWindow(page: Page) {
  const script = { contentType: 'text/javascript', body: frameLibrary }
  await page.route('https://apis.google.com/**', route => route.fulfill(script))
  const context = page.context()
  await context.route(`https://${project.authDomain}/**`, route =>
    route.fulfill({ contentType: 'text/html', body: '<link rel="icon" href="data:,">' }),
  )
  return {
    /** Ends the sign-in that this window is for as Google would end a good one. */
    approve: async (popup: Page): Promise<void> => {
      const eventId = new URL(popup.url()).searchParams.get('eventId')
      const event = { type: 'signInViaPopup', eventId, urlResponse: popup.url(), sessionId: 'a session' }
      await page.evaluate(authEvent => void Reflect.get(window, 'hearAuthEvent')({ authEvent }), {
        ...event,
        postBody: null,
        tenantId: null,
        error: null,
      })
    },
  }
}
