import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { type EndpointSpec, endpoint } from '#kernel/endpoint'
import { refuse } from '#kernel/refusals'
import type { Context } from '../context.server.ts'
import { createApi } from './api.server.ts'

const rest = { summary: 'A call.', access: 'everyone', answer: z.object({}) } as const
const nothing = { params: {}, query: {}, body: undefined, rawBody: undefined, headers: {} }

/** What a call comes to whose handler refuses by this code. */
async function outcomeOf(code: Parameters<typeof refuse>[0], spec: Partial<EndpointSpec> = {}): Promise<unknown> {
  const api = createApi({ strict: true, refusals: {}, hidesPrices: () => false })
  const contract = { call: endpoint('POST /call', { ...rest, ...spec }) }
  api.add('calls', contract, { call: () => Promise.reject(refuse(code)) })
  const mounted = api.find('POST', '/call')
  if (!mounted) throw new Error('the call is not mounted')
  return api.run(mounted, {} as Context, nothing).catch((error: unknown) => error)
}

describe('a handler that the tests run', () => {
  it.each(['invalid-input', 'unknown-id', 'sign-in-needed', 'token-expired', 'not-yours', 'not-permitted'] as const)(
    'must not refuse by %s, which the document does not say of its call',
    async code => {
      expect(await outcomeOf(code)).toMatchObject({ message: `POST /call does not declare the refusal ${code}` })
    },
  )

  it.each([
    ['changed-meanwhile', { refusals: ['changed-meanwhile'] }],
    ['invalid-input', { query: z.object({}) }],
    ['token-expired', { personal: 'by-caller' }],
    ['malformed-request', {}],
    ['not-ready', {}],
  ] as const)('may refuse by %s where its contract has %o', async (code, spec) => {
    expect(await outcomeOf(code, spec)).toMatchObject({ name: 'Refusal', code })
  })
})
