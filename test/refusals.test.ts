import { describe, expect, it } from 'vitest'
import { Problem, problemOf, problemOfBug } from '#kernel/problem'
import { Refusal, type RefusalTable, commonRefusals, refuseFields } from '#kernel/refusals'
import { refuse } from '../src/modules/ordering/refusals.rules.ts'
import { modules } from '../src/app/modules.server.ts'

/** What the verbs hand over to the sentences that speak of a number or an amount. */
const details = new Map<string, Record<string, string | number | boolean>[]>(
  Object.entries({
    'below-minimum': [{ minimum: 4 }],
    'not-a-multiple': [
      { multiple: 24, lower: 48 },
      { multiple: 24, lower: 48, higher: 72 },
    ],
    'delivery-method-unfit': ['gone', 'place', 'too-heavy', 'too-light', 'worth-too-much', 'worth-too-little'].map(
      why => ({
        method: 'Express',
        why,
        choices: '“Standard delivery” or “Pick up”',
      }),
    ),
    'not-enough-stock': [{ available: 0 }, { available: 3 }],
    'too-many-open-orders': [{ limit: 1 }, { limit: 5 }],
    'confirm-to-order-more': [{ most: 0 }, { most: 3 }],
    'too-many-orders': [
      { limit: 100, minutes: 1 },
      { limit: 20, minutes: 60 },
    ],
    'login-needed-again': [{ minutes: 10 }],
    'price-changed': [{ price: '47.40' }],
    'vin-malformed': [{}, { reason: 'A VIN has no letter O: it is the digit 0.' }],
    'too-many-vehicles': [{ most: 50 }],
    'too-many-declines': [{ minutes: 1 }, { minutes: 60 }],
    'payment-not-possible': [{ number: 'T-1001' }],
    'stock-held': [{ available: 0 }, { available: 3 }],
    'import-removes-too-much': [{ rows: 12, of: 40 }],
    'import-prices-leap': [{ prices: 1 }, { prices: 3 }],
    'import-changed-since': [{ what: 'import 3' }],
    'upload-expected': [{ field: 'image' }],
    'columns-not-permitted': [{ columns: 'price' }, { columns: 'price, stock' }],
    'document-there': [
      { kind: 'a data sheet', name: 'German' },
      { kind: 'instructions', name: '' },
    ],
    'file-too-large': [{ megabytes: 10 }],
    'picture-too-large': [{ megapixels: 40 }],
    'too-many-tries': [{ minutes: 1 }, { minutes: 5 }],
    'too-many-pictures': [{ limit: 40 }],
    'too-many-documents': [{ most: 12 }],
    'zip-too-large': [{ entries: 2000 }],
    'refund-too-much': [{ left: '$3.00' }, { none: true, left: '$0.00' }],
    'payment-disputed': [{ lost: false }, { lost: true }],
    'category-unclear': [{ slug: 'discs' }],
    'category-in-use': [
      { tools: 1, categories: 0 },
      { tools: 2, categories: 1 },
      { tools: 0, categories: 1 },
      { tools: 0, categories: 2 },
    ],
    'category-priced': [
      { category: 'Brake Pads', lists: 'Trade', count: 1 },
      { category: 'Brake Pads', lists: 'Spring, Trade', count: 2 },
    ],
    'too-many-roles': [{ most: 50 }],
    'too-many-invitations': [{ most: 100 }],
    'too-many-filters': [{ most: 50 }],
    'too-many-addresses': [{ most: 100 }],
    'too-many-lists': [{ most: 100 }],
    'basket-full': [{ most: 500 }],
    'list-full': [{ most: 500 }],
    'basket-not-orderable': [{ lines: 1 }, { lines: 3 }],
    'too-many-shipped': [
      { item: 'Torque wrench', left: 2 },
      { item: 'Torque wrench', left: 0 },
    ],
    'shipped-otherwise': [{ by: 'Sundarban, S-1' }],
    'price-list-other-currency': [{ list: 'EUR', shop: 'USD' }],
    'price-file-refused': [{ rows: 1 }, { rows: 3 }],
    'company-full': [{ most: 10_000 }],
    'customer-group-in-use': [{ lists: 1 }, { lists: 3 }],
    'too-many-pages': [{ most: 200 }],
    'values-lost': [{ tools: 1 }, { tools: 58 }],
    'too-many-returned': [
      { item: 'Torque wrench', left: 2 },
      { item: 'Torque wrench', left: 0 },
    ],
  }),
)

const tables: RefusalTable[] = [commonRefusals, ...modules.map(module => module.refusals ?? {})]
const every = tables.flatMap(table =>
  Object.entries(table).flatMap(([code, entry]) => (details.get(code) ?? [{}]).map(given => ({ code, entry, given }))),
)

it('a code stands in one table, and names that a sentence is tried with are codes', () => {
  const codes = tables.flatMap(table => Object.keys(table))
  expect(codes).toEqual([...new Set(codes)])
  expect([...details.keys()].filter(code => !codes.includes(code))).toEqual([])
})

describe.each(every)('$code $given', ({ code, entry, given }) => {
  const refusal = new Refusal(code, entry, { details: given })

  it('says a whole sentence that a person can act on', () => {
    expect(refusal.message).toMatch(/^[A-Z].*\.$/)
    expect(refusal.message).not.toMatch(/undefined|null|NaN|\[object|\$\{|%[sdj]|\bTODO\b/)
    expect(refusal.title).toMatch(/^[A-Z]/)
    expect(refusal.title).not.toMatch(/\.$/)
  })

  it('has a status of its kind, and a code that clients can switch on', () => {
    expect(code).toMatch(/^[a-z]+(-[a-z]+)*$/)
    expect([400, 401, 403, 404, 408, 409, 410, 413, 415, 422, 429, 431, 503]).toContain(refusal.status)
  })

  it('[D1.07] is a whole problem on the wire', () => {
    const problem = problemOf(refusal, 'request-1')
    expect(Problem.parse(problem)).toEqual(problem)
    expect(problem).toMatchObject({
      type: `urn:tappet:problem:${code}`,
      status: refusal.status,
      code,
      message: refusal.message,
      requestId: 'request-1',
    })
    expect(problem).not.toHaveProperty('errors')
    expect('details' in problem).toBe(Object.keys(given).length > 0)
  })
})

describe('a sentence', () => {
  it('names the number that it is about', () => {
    expect(refuse('not-enough-stock', { available: 3 }).message).toBe(
      'Only 3 left. Lower the quantity and order again.',
    )
    expect(refuse('not-enough-stock', { available: 0 }).message).toBe('This tool has just sold out.')
    expect(refuse('below-minimum', { minimum: 4 }).message).toContain('4')
    expect(refuse('price-changed', { price: '47.40' }).message).toContain('47.40')
    expect(refuse('too-many-open-orders', { limit: 1, confirmed: false }).message).toContain('confirm your email')
    expect(refuse('too-many-open-orders', { limit: 5 }).message).toContain('5')
  })
})

describe('a refusal of fields', () => {
  it('[D1.08] lists them on the wire', () => {
    const errors = [{ field: 'phone', message: 'Phone number is required' }]
    const refusal = refuseFields(errors)
    expect(refusal).toBeInstanceOf(Refusal)
    expect(problemOf(refusal, 'request-1')).toMatchObject({ status: 400, code: 'invalid-input', errors })
  })
})

describe('a bug', () => {
  it('says nothing of its cause, and where to ask', () => {
    const problem = problemOfBug('request-9')
    expect(Problem.parse(problem)).toEqual(problem)
    expect(problem).toMatchObject({ status: 500, code: 'internal-error', requestId: 'request-9' })
    expect(problem.message).toContain('request-9')
  })
})
