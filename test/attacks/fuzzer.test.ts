import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type Person,
  bearer,
  createFitment,
  createPerson,
  createTool,
  createVehicle,
  openPayment,
  payWithCard,
  placeOrder,
  request,
  visitor,
} from '../factories.ts'
import { eventually } from '../eventually.ts'
import { type TestShop, startTestShop } from '../harness.ts'
import { fileWith, importerOf, stageFiles } from '../files/imports.ts'
import {
  type Caller,
  type HostileRequest,
  type Operation,
  longBodiesOf,
  probesOf,
  requestFor,
} from './hostile-requests.ts'
import type { Known, Schema } from './hostile-values.ts'
import { otherOperations } from './other-operations.ts'
import { TooLate, sender } from './wire.ts'

/**
 * Every call of the reference, the identity service, the sandbox and the other addresses, asked with values that nobody
 * means well: whatever comes, no answer is a failure of the shop, none takes long, and the shop works afterwards.
 * `FUZZ_CASES` says how many requests each call gets; what fast-check prints on a failure makes it again (`seed`, `path`).
 */
const cases = Number(process.env['FUZZ_CASES'] ?? 15)
const withinMs = 2000

let shop: TestShop
let wire: ReturnType<typeof sender>
let known: Known
let people: Record<Exclude<Caller, 'visitor'>, Entered>
let operations: Operation[]

type Entered = Person & { idToken: string; session: string }

beforeAll(async () => {
  // Each request comes from a network of its own, so that none is refused for the number of the others. What fails is in
  // the log.
  shop = await startTestShop({
    environment: { TRUST_PROXY: '127.0.0.1', MAX_OPEN_ORDERS: '1000', LOG_LEVEL: 'error' },
  })
  wire = sender(shop.address, withinMs)
  people = { customer: await enter('customer'), admin: await enter('admin') }
  known = await stock()
  operations = [...(await documented()), ...otherOperations]
})
afterAll(async () => {
  wire.close()
  await shop.close()
})

/** Somebody with every kind of token. */
async function enter(role: 'customer' | 'admin'): Promise<Entered> {
  const person = await createPerson(shop, role)
  const signedIn = await request(`${shop.address}/identity/sign-in/email`, 'POST', {
    email: person.email,
    password: 'a long test password',
  })
  const session: string = signedIn.body.token
  const idToken = await request(`${shop.address}/identity/token`, 'GET', undefined, bearer(session))
  return { ...person, session, idToken: idToken.body.token }
}

/** Something of each kind that a call may name. */
async function stock(): Promise<Known> {
  const tool = await createTool(shop, { onHand: 10_000 })
  const vehicle = await createVehicle(shop)
  await createFitment(shop, { tool, vehicle, conditions: [{ name: 'Drive', value: 'AWD' }] })
  const open = await placeOrder(people.customer, tool)
  const paid = await placeOrder(people.customer, tool)
  const payment = await openPayment(people.customer, paid)
  await payWithCard(shop, payment)
  const read = await stageFiles(importerOf(shop), [await fileWith('part_number,name,price\nA-1,Funnel,5\n')])
  // Its tables are read at the first VIN.
  await visitor(shop).call('GET', '/vin/WVWZZZ1JZXW000001')
  return {
    ids: [tool, open, paid, read.id, people.customer.accountId],
    emails: [people.customer.email, people.admin.email],
    texts: [
      payment.intentId,
      payment.clientSecret,
      'Honda',
      'Civic',
      String(vehicle),
      'WVWZZZ1JZXW000001',
      'terms',
      'relevance',
    ],
  }
}

type Documented = {
  parameters: { name: string; in: string; required?: boolean; schema: Schema }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
}

async function documented(): Promise<Operation[]> {
  const { body } = await request(`${shop.address}/api/openapi.json`, 'GET')
  const paths = Object.entries(body.paths as Record<string, Record<string, Documented>>)
  return paths.flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters, requestBody }]): Operation => {
      const schemasIn = (place: string): Schema => {
        const those = parameters.filter(one => one.in === place)
        return {
          properties: Object.fromEntries(those.map(({ name, schema }) => [name, schema])),
          required: those.filter(one => one.required).map(({ name }) => name),
        }
      }
      const [type, content] = Object.entries(requestBody?.content ?? {})[0] ?? []
      return {
        method: method.toUpperCase(),
        path: `/api${path}`,
        params: schemasIn('path'),
        query: schemasIn('query'),
        ...(content && {
          body: { type: type?.startsWith('multipart') ? 'file' : 'json', schema: content.schema },
        }),
      }
    }),
  )
}

function keyOf({ method, path }: Pick<HostileRequest, 'method' | 'path'>, caller: Caller): string | undefined {
  if (caller === 'visitor') return undefined
  const { secretKey, publishableKey } = shop.payment as unknown as Record<string, string>
  if (path.startsWith('/sandbox')) return caller === 'admin' ? secretKey : publishableKey
  const person = people[caller]
  if (path.startsWith('/identity')) return person.session
  return method === 'PUT' && path.startsWith('/api/user/') ? person.idToken : person.token
}

let network = 0

async function ask({ caller, headers, ...asked }: HostileRequest) {
  const key = keyOf(asked, caller)
  network += 1
  const forwarded = `10.${(network >> 16) & 255}.${(network >> 8) & 255}.${network & 255}`
  return wire.send({ ...asked, headers: { ...(key && bearer(key)), 'x-forwarded-for': forwarded, ...headers } })
}

/** Who has logged out, or deleted their account, by an answer that was meant so, comes back as somebody new. */
async function bringBack(): Promise<void> {
  for (const role of ['customer', 'admin'] as const) {
    const person = people[role]
    const { status, body } = await person.call('GET', `/admin/${person.email}`)
    if (status !== 200 || body.admin !== (role === 'admin')) people[role] = await enter(role)
  }
}

/** What the request makes late is late each time; a busy machine is late by itself. */
async function failureOf(hostile: HostileRequest, tries = 3): Promise<string[]> {
  try {
    const { status, body } = await ask(hostile)
    return status < 500 ? [] : [`${status} to\n${told(hostile)}\n${body.slice(0, 1000)}`]
  } catch (error) {
    if (error instanceof TooLate && tries > 1) return failureOf(hostile, tries - 1)
    return [`${String(error)} at\n${told(hostile)}`]
  }
}

/** A few at a time. */
async function inLanes<T>(items: T[], work: (item: T) => Promise<void>): Promise<void> {
  const left = items.values()
  const lane = async () => {
    for (const item of left) await work(item)
  }
  await Promise.all([lane(), lane(), lane(), lane()])
}

const told = ({ caller, method, path, headers, body }: HostileRequest) =>
  [caller, method, path, JSON.stringify(headers), body?.subarray(0, 2000).toString('latin1')].join('\n')

describe('whatever is sent', () => {
  it('is answered in time and without a failure of the shop (finding 35)', { timeout: 300_000 }, async () => {
    expect(operations.length).toBeGreaterThan(100)
    const failures: string[] = []
    for (const operation of operations) {
      await bringBack()
      const each = [...probesOf(operation, known), ...longBodiesOf(operation, known)]
      await inLanes(each, async probe => void failures.push(...(await failureOf(probe))))
      const property = fc.asyncProperty(requestFor(operation, known), async hostile => {
        const [failure] = await failureOf(hostile)
        if (failure) throw new Error(failure)
      })
      // All calls are tried, so that one run tells of everything that is to be mended.
      await fc.assert(property, { numRuns: cases }).catch((error: Error) => {
        failures.push(`${error.message}\n${String(error.cause)}`)
      })
    }
    expect(failures).toEqual([])
  })

  it('leaves a shop that is found, shown, ordered from and paid (finding 35)', async () => {
    const id = await createTool(shop, { name: 'Copper drain plug', onHand: 5 })
    await eventually(
      async () => (await visitor(shop).call('GET', '/search?q=copper+drain+plug')).body.tools,
      tools => tools.length > 0 && tools[0]._id === id,
    )
    expect((await visitor(shop).call('GET', '/home-lists')).status).toBe(200)
    expect((await request(`${shop.address}/readyz`, 'GET')).status).toBe(200)
    const buyer = await createPerson(shop)
    const order = await placeOrder(buyer, id, 2)
    await payWithCard(shop, await openPayment(buyer, order))
    await eventually(
      async () => (await buyer.call('GET', `/orders/${order}`)).body.paid,
      paid => paid === true,
    )
    const { rows } = await sql<{ on_hand: number }>`select on_hand from tool where id = ${id}`.execute(shop.db)
    expect(rows).toEqual([{ on_hand: 3 }])
  })
})
