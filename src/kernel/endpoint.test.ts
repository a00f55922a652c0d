import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { needsAccount } from './access.ts'
import { endpoint, pathOf } from './endpoint.ts'

const getTool = endpoint('GET /tools/:id', {
  summary: 'One tool.',
  access: 'everyone',
  params: z.object({ id: z.string() }),
  query: z.object({ limit: z.optional(z.number()), after: z.optional(z.string()) }),
  answer: z.object({}),
})

describe('endpoint', () => {
  it('takes method and path out of the route, and keeps the rest', () => {
    expect(getTool).toMatchObject({ method: 'GET', path: '/tools/:id', access: 'everyone', summary: 'One tool.' })
  })
})

describe('pathOf', () => {
  it('fills in parameters and query', () => {
    expect(pathOf(getTool, { params: { id: '0199' } })).toBe('/tools/0199')
    expect(pathOf(getTool, { params: { id: '0199' }, query: { limit: 5, after: 'a b' } })).toBe(
      '/tools/0199?limit=5&after=a+b',
    )
  })

  it('leaves out what is undefined, and the question mark with it', () => {
    expect(pathOf(getTool, { params: { id: 'x' }, query: { limit: undefined } })).toBe('/tools/x')
    expect(pathOf(getTool, { params: { id: 'x' }, query: { limit: 0, after: '' } })).toBe('/tools/x?limit=0&after=')
  })

  it('repeats the name for each value of a list', () => {
    expect(pathOf(getTool, { params: { id: 'x' }, query: { after: ['a,b', 'c'], limit: [] } })).toBe(
      '/tools/x?after=a%2Cb&after=c',
    )
  })

  it('lets no parameter and no query leave its place', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 40 })
    fc.assert(
      fc.property(text, text, (id, after) => {
        const path = pathOf(getTool, { params: { id }, query: { after } })
        const [, segment = '', query = ''] = /^\/tools\/([^/?#]*)\?(.*)$/.exec(path) ?? []
        expect(decodeURIComponent(segment)).toBe(id)
        expect([...new URLSearchParams(query)]).toEqual([['after', after]])
      }),
    )
  })
})

describe('needsAccount', () => {
  it('is true exactly where one of the shop’s own tokens is wanted', () => {
    const withAccount = ['signed-in', 'owner', 'owner-or-staff:orders', 'staff:orders'] as const
    const others = ['everyone', 'id-token', 'provider'] as const
    expect(withAccount.map(needsAccount)).toEqual([true, true, true, true])
    expect(others.map(needsAccount)).toEqual([false, false, false])
  })
})
