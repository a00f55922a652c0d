import type { Page } from '@playwright/test'
import { newCustomer } from './journey.ts'
import { testCards } from './steps.ts'

/** An account as a browser keeps it after signing in, made over the network: for tests that are not about signing in. */
export type SignedIn = {
  token: string
  expiresAt: string
  account: { name: string; email: string; admin: boolean }
  /** Of the identity service's own session, which renews the token. */
  cookies: { name: string; value: string; url: string }[]
}

export function shopUrl(): string {
  return process.env['SHOP_URL'] ?? ''
}

/** Makes a call of the shop, or of what is mounted beside it, and returns its answer; anything but success throws. */
export async function ask<T>(path: string, method: string, options: { body?: unknown; token?: string } = {}) {
  const { body, token } = options
  const answer = await fetch(`${shopUrl()}${path}`, {
    method,
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`)
  return JSON.parse(text) as T
}

async function enter(path: string, credentials: { email: string; password: string }): Promise<SignedIn> {
  const answer = await fetch(`${shopUrl()}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(credentials),
  })
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
  const session = (await answer.json()) as { token: string }
  const id = await ask<{ token: string }>('/identity/token', 'GET', { token: session.token })
  const email = credentials.email.toLowerCase()
  const entered = await ask<Omit<SignedIn, 'cookies'>>(`/api/user/${email}`, 'PUT', {
    body: { email },
    token: id.token,
  })
  return { ...entered, cookies: answer.headers.getSetCookie().map(cookieOf) }
}

/** Name and value of a `Set-Cookie` header; the rest is for browsers that keep it longer than a test. */
function cookieOf(header: string) {
  const [pair = ''] = header.split(';')
  const at = pair.indexOf('=')
  return { name: pair.slice(0, at), value: pair.slice(at + 1), url: shopUrl() }
}

/** A customer nobody has seen before, with the password; the address is not confirmed. */
export async function newCustomerSignedIn(): Promise<SignedIn & ReturnType<typeof newCustomer>> {
  const customer = newCustomer()
  return { ...(await enter('/identity/sign-up/email', customer)), ...customer }
}

let admin: Promise<SignedIn> | undefined

/** A test may take minutes; on a slow machine all of them take longer than a token lives. */
const stillGoodForMs = 5 * 60_000

/** The shop's first admin; signs in for all tests of a worker, and again when the token is about to end. */
export async function adminSignedIn(): Promise<SignedIn> {
  const known = await admin
  if (known && Date.parse(known.expiresAt) - Date.now() > stillGoodForMs) return known
  admin = adminJustSignedIn()
  return admin
}

/** The same, signed in now: what gives somebody rights wants a login of the last ten minutes. */
export function adminJustSignedIn(): Promise<SignedIn> {
  const credentials = JSON.parse(process.env['SHOP_ADMIN'] ?? '{}') as { email: string; password: string }
  return enter('/identity/sign-in/email', credentials)
}

/** Gives the page's browser this account, as if it had signed in before. */
export async function signInAs(page: Page, { token, expiresAt, account, cookies }: SignedIn): Promise<void> {
  await page.context().addCookies(cookies)
  await page.addInitScript(
    ([kept, about]) => {
      // Once: what the page itself does to the session later must stay.
      if (sessionStorage.getItem('signed-in-by-test')) return
      sessionStorage.setItem('signed-in-by-test', 'yes')
      localStorage.setItem('account', about)
      localStorage.setItem('accessToken', kept)
    },
    [token, JSON.stringify({ expiresAt, account })] as const,
  )
}

/** Signs the page's browser in as a customer nobody has seen before. */
export async function asNewCustomer(page: Page) {
  const customer = await newCustomerSignedIn()
  await signInAs(page, customer)
  return customer
}

/** Signs the page's browser in as the shop's first admin. */
export async function asAdmin(page: Page): Promise<void> {
  await signInAs(page, await adminSignedIn())
}

type Tool = { _id: string; name: string; price: number; minimumQuantity: number; availableQuantity: number }

/** Orders a tool of which there is plenty, the one of this name if one is given, at its minimum; returns the order's id. */
export async function orderTool(customer: Pick<SignedIn, 'token'>, name?: string): Promise<string> {
  const tools = await plentifulTools()
  return order(
    tools.find(tool => name === undefined || tool.name === name),
    customer,
  )
}

/** As `orderTool`, of a tool for which shipping is paid. */
export async function orderSmallTool(customer: Pick<SignedIn, 'token'>): Promise<string> {
  const tools = await plentifulTools()
  return order(
    tools.find(({ price, minimumQuantity }) => price * minimumQuantity < 50),
    customer,
  )
}

/** Of others, accounts that are not confirmed may hold too little for what several journeys order at once. */
async function plentifulTools(): Promise<Tool[]> {
  const tools = await ask<Tool[]>('/api/tools?limit=200', 'GET')
  return tools.filter(tool => tool.availableQuantity > 100 * tool.minimumQuantity)
}

async function order(tool: Tool | undefined, customer: Pick<SignedIn, 'token'>): Promise<string> {
  if (!tool) throw new Error('the demo shop has no such tool')
  return orderUnits(customer, tool._id, tool.minimumQuantity)
}

/** Orders so many of a tool; returns the order's id. */
export async function orderUnits(
  { token }: Pick<SignedIn, 'token'>,
  toolId: string,
  quantity: number,
): Promise<string> {
  const body = {
    tools_id: toolId,
    quantity,
    phone: '+880 1555 010148',
    company: 'Padma Fleet Service',
    address: '4 Ferry Ghat Road, Barisal 8200',
  }
  return (await ask<{ insertedId: string }>('/api/orders', 'POST', { body, token })).insertedId
}

/** Pays an order by a test card, as the card form does, and waits until the shop knows. */
export async function pay(
  { token }: Pick<SignedIn, 'token'>,
  orderId: string,
  card = testCards.success,
): Promise<void> {
  const { price } = await ask<{ price: number }>(`/api/orders/${orderId}`, 'GET', { token })
  const opened = await ask<{ clientSecret: string }>('/api/create-payment-intent', 'POST', {
    body: { price, orderId },
    token,
  })
  const intent = opened.clientSecret.split('_secret_')[0] ?? ''
  const { payments } = await ask<{ payments: { publishableKey: string } }>('/api/config', 'GET')
  const form = new URLSearchParams({
    client_secret: opened.clientSecret,
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': card,
    'payment_method_data[card][exp_month]': '12',
    'payment_method_data[card][exp_year]': String(new Date().getFullYear() + 2),
    'payment_method_data[card][cvc]': '123',
  })
  const confirmed = await fetch(`${shopUrl()}/sandbox/v1/payment_intents/${intent}/confirm`, {
    method: 'POST',
    headers: { authorization: `Bearer ${payments.publishableKey}` },
    body: form,
  })
  if (!confirmed.ok) throw new Error(`the card was refused: ${await confirmed.text()}`)
  await ask(`/api/tools/${orderId}`, 'PATCH', { body: { tool: orderId, transactionId: intent }, token })
}

/** Orders the tool of this name and pays it; returns the order's id, and the number by which people speak of it. */
export async function paidOrder(
  customer: Pick<SignedIn, 'token'>,
  name: string,
  card?: string,
): Promise<{ id: string; number: string }> {
  const id = await orderTool(customer, name)
  await pay(customer, id, card)
  return { id, number: await numberOf(customer, id) }
}

/** The number by which people speak of an order. */
export async function numberOf({ token }: Pick<SignedIn, 'token'>, orderId: string): Promise<string> {
  return (await ask<{ number: string }>(`/api/orders/${orderId}`, 'GET', { token })).number
}

/** A tool that has a picture, for another one to have the same: an imported one may have none. */
export async function withPicture(): Promise<{ img: string }> {
  const tools = await ask<{ img: string | null }[]>('/api/tools?limit=100', 'GET')
  const img = tools.find(tool => tool.img !== null)?.img
  if (!img) throw new Error('no tool of the shop has a picture')
  return { img }
}
