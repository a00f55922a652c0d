import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { headersOfAll } from '#platform/http/headers'
import { createTool } from '../factories.ts'
import { startTestShop } from '../harness.ts'
import { buildOnce } from '../shop/process.ts'
import { visitorAddresses } from './visitor-addresses.ts'

it.each([
  ['on this machine', {}],
  ['that others reach by TLS', { PUBLIC_URL: 'https://shop.example', ALLOW_SANDBOX: 'yes' }],
])(
  'a shop %s answers with the headers that protect whoever reads it, whatever is asked for',
  { timeout: 300_000 },
  async (_, environment: { PUBLIC_URL?: string }) => {
    await buildOnce()
    const shop = await startTestShop({ pages: 'built', environment })
    try {
      const id = await createTool(shop)
      const addresses = [...visitorAddresses(shop.http, { id, slug: 'terms', name: 'newTools' }), '/nowhere']
      expect(addresses.length).toBeGreaterThan(150)
      const wanted = Object.entries(headersOfAll({ publicUrl: environment.PUBLIC_URL }))
      expect(wanted.length).toBeGreaterThan(10)
      const { port } = shop.http.server.address() as AddressInfo
      const bare: string[] = []
      for (const path of addresses) {
        const { headers, body } = await fetch(`http://127.0.0.1:${port}${path}`, { redirect: 'manual' })
        await body?.cancel()
        // What others show, such as the shop's picture in a message, may be of any origin.
        const isShownElsewhere = headers.get('cross-origin-resource-policy') === 'cross-origin'
        const own = wanted.filter(([name]) => !(isShownElsewhere && name === 'cross-origin-resource-policy'))
        const missing = own.filter(([name, value]) => headers.get(name) !== String(value)).map(([name]) => name)
        if (missing.length > 0 || !headers.has('x-request-id')) bare.push(`${path}: ${missing.join(', ')}`)
      }
      expect(bare).toEqual([])
    } finally {
      await shop.close()
    }
  },
)
