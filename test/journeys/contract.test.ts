import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#platform/context'
import {
  type Person,
  buy,
  createPerson,
  createTool,
  orderOf,
  placeOrder,
  request,
  reviewBy,
  toolOf,
} from '../factories.ts'
import { type TestShop, startTestShop } from '../harness.ts'
import { givenPicture } from '../files/pictures.ts'
import { expectFields, expectProblem } from '../problems.ts'

let shop: TestShop
let person: Person
let tool: string
let order: string

beforeAll(async () => {
  shop = await startTestShop({ environment: { MAX_OPEN_ORDERS: '1000', CORS_ORIGINS: 'https://friend.example' } })
  person = await createPerson(shop)
  tool = await createTool(shop, { onHand: 1000, minimum: 2, price: 2500 })
  order = await placeOrder(person, tool, 2)
})
afterAll(() => shop.close())

describe('the fields of an order', () => {
  const place = (more: Record<string, unknown>) => person.call('POST', '/orders', orderOf(tool, 2, more))

  it('the phone is a number that can be dialled, of at most 40 characters (finding 13)', async () => {
    const sentence = 'Use a phone number with its area code, such as +1 555 010 0148.'
    for (const phone of ['abc', '1', 'a\u0000b']) expectFields(await place({ phone }), [['phone', /\.$/]])
    expectFields(await place({ phone: 'Ключ 😀' }), [['phone', sentence]])
    expectFields(await place({ phone: '5'.repeat(41) }), [['phone', 'Use at most 40 characters.']])
    expect((await place({ phone: '+44 (0)20 7946 0958 ext. 12' })).status).toBe(200)
  })

  it.each([
    ['company', 120],
    ['address', 500],
    ['purchaseOrderReference', 60],
    ['vatNumber', 30],
  ])('%s has at most %d characters', async (field, most) => {
    expectFields(await place({ [field]: 'x'.repeat(most + 1) }), [[field, `Use at most ${most} characters.`]])
    expect((await place({ [field]: 'x'.repeat(most) })).status).toBe(200)
  })

  it.each(['company', 'address', 'purchaseOrderReference', 'vatNumber'])(
    '%s takes every letter that a database can hold, and refuses the one that it cannot',
    async field => {
      expectFields(await place({ [field]: 'a\u0000b' }), [[field, /\.$/]])
      const answer = await place({ [field]: 'Ключ 😀 \\ %00 \' " <b>' })
      const stored = (await person.call('GET', `/orders/${answer.body.insertedId}`)).body
      expect(stored[field]).toBe('Ключ 😀 \\ %00 \' " <b>')
    },
  )

  it.each([-1, 0.5, 2.5, '2.5', '-2', '+2', '2e1', '0x2', 'two', 1e10, '10000000000', 1e300, '9'.repeat(400), '٣'])(
    'the quantity %j is no whole number',
    async quantity => expectFields(await place({ quantity }), [['quantity', 'Use a whole number.']]),
  )

  it('the quantity keeps to the minimum and to what is there, and the field says so (finding 5)', async () => {
    const field = {
      field: 'quantity',
      message:
        'Please make sure your purchasing quantity is not more than available or less than the minimum order quantity',
    }
    const expectRefused = async (quantity: unknown, code: string) => {
      const answer = await place({ quantity })
      expectProblem(answer, 409, code)
      expect(answer.body.errors).toEqual([field])
    }
    for (const quantity of [0, 1, '1']) await expectRefused(quantity, 'below-minimum')
    for (const quantity of [999_999_999, 100_000]) await expectRefused(quantity, 'not-enough-stock')
    const short = await place({ quantity: 100_000 })
    expect(short.body.message).toBe(`Only ${short.body.details.available} left. Lower the quantity and order again.`)
  })

  it('[D1.02 D8.05] a quantity that comes as text is stored as a number', async () => {
    const placed = await place({ quantity: '5' })
    const { quantity, price, lines } = (await person.call('GET', `/orders/${placed.body.insertedId}`)).body
    expect({ quantity, price }).toEqual({ quantity: 5, price: 125 })
    expect(lines).toMatchObject([{ quantity: 5, unitPrice: 25 }])
    const row =
      await sql`select quantity + 1 as more from order_line where order_id = ${placed.body.insertedId}`.execute(shop.db)
    expect(row.rows).toEqual([{ more: 6 }])
  })

  it('[D2.20] name, email, price and state are not the body’s to say', async () => {
    const lies = { name: 'Somebody Else', email: 'else@example.com', price: 0.01, paid: true, _id: newId() }
    const placed = await place(lies)
    expect((await person.call('GET', `/orders/${placed.body.insertedId}`)).body).toMatchObject({
      name: 'Test Person', email: person.email, price: 50, paid: false, paymentState: 'unpaid', _id: placed.body.insertedId,
    }) // prettier-ignore
    expect(placed.body.insertedId).not.toBe(lies._id)
  })

  it('an idempotency key has visible characters, 255 at most', async () => {
    const keyed = (key: string) => person.call('POST', '/orders', orderOf(tool, 2), { 'idempotency-key': key })
    for (const key of ['', 'a b', 'x'.repeat(256), 'é']) expectFields(await keyed(key), [['Idempotency-Key', /255/]])
    expect((await keyed('x'.repeat(255))).status).toBe(200)
  })
})

describe('an id', () => {
  const calls = [
    ['GET', '/tools/:id', 404, 'tool-gone'],
    ['GET', '/orders/:id', 404, 'order-gone'],
    ['DELETE', '/orders/:id', 404, 'order-gone'],
    ['GET', '/payment/:id', 404, 'not-paid'],
    ['PATCH', '/tools/:id', 404, 'order-gone'],
  ] as const
  const malformed = [
    '1', 'undefined', 'null', 'NaN', '[object Object]', '507f1f77bcf86cd799439011', `${'0'.repeat(8)}-0000-0000-0000`,
    "' or 1=1 --", '../../etc/passwd', '%00', 'a'.repeat(500), 'someone@example.com', '-'.repeat(36), '😀', '%', '\u0000',
  ] // prettier-ignore

  it.each(calls)('[D2.10] %s %s of nothing is answered with 404', async (method, path, status, code) => {
    const body = method === 'PATCH' ? { transactionId: 'pi_1' } : undefined
    expectProblem(await person.call(method, path.replace(':id', newId()), body), status, code)
  })

  it.each(calls)('[D2.10 D8.06] %s %s that is malformed is answered at once with 400', async (method, path) => {
    const body = method === 'PATCH' ? { transactionId: 'pi_1' } : undefined
    for (const id of malformed) {
      const answer = await person.call(method, path.replace(':id', encodeURIComponent(id)), body)
      expectProblem(answer, 400, 'unknown-id')
      expect(answer.body.errors).toEqual([{ field: 'id', message: 'That is not an id of this shop.' }])
    }
  })

  it('in a body is refused as a field', async () => {
    for (const id of malformed) {
      expectFields(await person.call('POST', '/orders', orderOf(id)), [['tools_id', 'That is not an id of this shop.']])
    }
    expectProblem(await person.call('POST', '/orders', orderOf(newId())), 404, 'tool-gone')
    const unknown = { price: 5, orderId: newId() }
    expectProblem(await person.call('POST', '/create-payment-intent', unknown), 404, 'order-gone')
  })

  it('is the same in capitals', async () => {
    expect((await person.call('GET', `/orders/${order.toUpperCase()}`)).body._id).toBe(order)
  })

  it('[D2.27 S7.17] of an order is no email: deleting by one deletes nothing', async () => {
    const before = await person.call('GET', `/orders?email=${person.email}`)
    expectProblem(await person.call('DELETE', `/orders/${person.email}`), 400, 'unknown-id')
    expectProblem(await person.call('DELETE', `/orders/${encodeURIComponent(person.email)}`), 400, 'unknown-id')
    expect((await person.call('GET', `/orders?email=${person.email}`)).body).toEqual(before.body)
  })

  it('that is no valid address at all is a problem as well', async () => {
    const answer = await request(`${shop.address}/api/orders/%zz`, 'GET')
    expectProblem(answer, 400, 'malformed-request')
  })
})

describe('an email in the address', () => {
  it.each(['', 'nobody', 'a@b', 'a@b@c.example', 'a%00@b.example'])('%j is refused', async email => {
    expectFields(await person.call('GET', `/orders?email=${email}`), [['email', /Email/]])
  })

  it('[S7.14 D2.23] must be the caller’s own, or the caller an admin', async () => {
    expectProblem(await person.call('GET', '/orders?email=someone@example.com'), 403, 'not-yours')
    expectFields(await person.call('GET', `/orders?email=${person.email}&email=someone@example.com`), [
      ['email', /Email/],
    ])
    expect((await person.call('GET', `/orders?email=${person.email.toUpperCase()}`)).status).toBe(200)
    const admin = await createPerson(shop, 'admin')
    const seen = await admin.call('GET', `/orders?email=${person.email}`)
    expect(seen.body).toContainEqual(expect.objectContaining({ _id: order, email: person.email }))
    expect((await admin.call('GET', '/orders?email=nobody@example.com')).body).toEqual([])
  })

  it('may be as long as an email can be', async () => {
    const email = `${'a'.repeat(64)}@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(59)}.example`
    const answer = await person.call('GET', `/admin/${encodeURIComponent(email)}`)
    expectProblem(answer, 403, 'not-yours')
  })
})

describe('an address that answers nothing', () => {
  it.each([
    ['GET', '/api/nothing'],
    ['POST', '/api/tools/1/2/3'],
    ['PATCH', '/api/orders'],
    ['DELETE', '/api/tools'],
    ['PUT', '/api/'],
    ['GET', '/api'],
    ['GET', '/api/orders/1/2'],
  ])('[D1.01] %s %s is a problem of its own', async (method, path) => {
    expectProblem(await request(`${shop.address}${path}`, method), 404, 'no-such-call')
  })
})

describe('another origin', () => {
  const asked = (origin: string, method: string) =>
    fetch(`${shop.address}/api/tools`, {
      method,
      headers: { origin, ...(method === 'OPTIONS' && { 'access-control-request-method': 'GET' }) },
    })

  it.each(['GET', 'OPTIONS'])('[D1.03] may call by %s when CORS_ORIGINS names it', async method => {
    const answer = await asked('https://friend.example', method)
    expect(answer.headers.get('access-control-allow-origin')).toBe('https://friend.example')
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull()
    if (method === 'GET') expect(answer.headers.get('access-control-expose-headers')).toContain('x-total-count')
    if (method === 'OPTIONS') expect(answer.headers.get('access-control-allow-methods')).toMatch(/PUT.*PATCH.*DELETE/)
  })

  it.each(['https://evil.example', 'https://friend.example.evil.example', 'http://friend.example', 'null'])(
    '[D1.03] %s gets no leave',
    async origin => {
      for (const method of ['GET', 'OPTIONS']) {
        expect((await asked(origin, method)).headers.get('access-control-allow-origin')).toBeNull()
      }
    },
  )

  /** Every text in an answer, with where it stands. */
  const textsIn = (value: unknown, place = ''): [place: string, text: string][] => {
    if (typeof value === 'string') return [[place, value]]
    if (typeof value !== 'object' || value === null) return []
    return Object.entries(value).flatMap(([name, inner]) => textsIn(inner, `${place}.${name}`))
  }

  it('finds no path of the shop in any answer, but whole addresses, and is shown the pictures (finding 3)', async () => {
    const admin = await createPerson(shop, 'admin')
    const { insertedId: pictured } = (
      await admin.call('POST', '/tools', toolOf(await givenPicture(admin), { minimumQuantity: 1 }))
    ).body
    await buy(shop, person, pictured)
    await person.call('POST', '/review', await reviewBy(person, { tools_id: pictured }))
    const origin = { origin: 'https://friend.example' }
    for (const [path, picture] of [
      ['/tools?limit=1', '.0.img'],
      ['/tools?limit=1', '.0.picture.src'],
      [`/tools/${pictured}`, '.img'],
      ['/search?q=torque', '.tools.0.img'],
      ['/home-lists', '.newTools.0.img'],
      ['/content', '.hero.action.to'],
      ['/portfolio', '.projects.0.action.to'],
      [`/orders?email=${person.email}`, '.0.img'],
      [`/orders?email=${person.email}`, '.0.lines.0.img'],
      ['/review/mine', '.reviews.0.img'],
      ['/account/data', '.uploads.0.img'],
    ] as const) {
      const answer = await person.call('GET', path, undefined, origin)
      expect(answer.headers.get('access-control-allow-origin'), path).toBe(origin.origin)
      const texts = textsIn(answer.body)
      expect(
        texts.filter(([, text]) => text.startsWith('/')),
        path,
      ).toEqual([])
      const address = new Map(texts).get(picture) ?? ''
      expect(address, path).toMatch(new RegExp(`^${shop.address}/`))
      if (!address.includes('/images/')) continue
      const shown = await fetch(address, { headers: origin })
      expect([shown.status, shown.headers.get('cross-origin-resource-policy')]).toEqual([200, 'cross-origin'])
    }
    const list = await person.call('GET', '/tools?limit=1', undefined, origin)
    expect(list.headers.get('link')).toContain(`<${shop.address}/api/tools?`)
  })

  it('may send a picture back by its whole address as by its path (finding 3)', async () => {
    const admin = await createPerson(shop, 'admin')
    const img = await givenPicture(admin)
    for (const given of [img, new URL(img).pathname]) {
      const body = toolOf(given, { name: `With ${given}` })
      expect(await admin.call('POST', '/tools', body), given).toMatchObject({ status: 200 })
      expect(
        await admin.call('POST', '/review', { rating: 5, review: 'It holds what it says.', img: given }),
      ).toMatchObject({ status: 200 })
    }
  })

  it('gets no leave in a shop that names none', async () => {
    const closed = await startTestShop()
    try {
      const answer = await fetch(`${closed.address}/api/tools`, { headers: { origin: 'https://friend.example' } })
      expect(answer.headers.get('access-control-allow-origin')).toBeNull()
      expect(answer.status).toBe(200)
    } finally {
      await closed.close()
    }
  })
})
