import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Row } from './rows.ts'
import { type Person, createPerson, createTool } from '../factories.ts'
import { restedFile } from '../files/prices.ts'
import type { TestShop } from '../harness.ts'

type Parts = () => { shop: TestShop; admin: Person }

/** The calls about prices, each about a list or a group of its own. */
export function priceRows(parts: Parts): Record<string, Row> {
  const added = async (path: string, body: object): Promise<string> =>
    (await parts().admin.call('POST', path, { name: `Of the matrix ${randomUUID()}`, ...body })).body.insertedId
  const list = () => ({ name: `Of the matrix ${randomUUID()}`, gross: false, audience: 'everyone' })
  const ofList = (path: string, body?: object): Row => ({
    sample: async () => ({ path: `/price-lists/${await added('/price-lists', list())}${path}`, body }),
  })
  const ofGroup = (path: string, body?: object): Row => ({
    sample: async () => ({ path: `/customer-groups/${await added('/customer-groups', {})}${path}`, body }),
  })
  const ofEntry = (body?: object): Row => ({
    async sample() {
      const [id, tool] = [await added('/price-lists', list()), await createTool(parts().shop)]
      return { path: `/price-lists/${id}/entries/${tool}`, body }
    },
  })
  const fileOf = async (path: string) => {
    const form = new FormData()
    const id = await added('/price-lists', list())
    const { shop } = parts()
    const tool = await createTool(shop)
    await sql`update tool set part_number = id::text where id = ${tool}`.execute(shop.db)
    form.set('prices', new Blob([`part_number,price\n${tool},1\n`]), 'prices.csv')
    return { path: `/price-lists/${id}${path}`, body: form }
  }
  const ofFile = (path: string): Row => ({ sample: () => fileOf(path) })
  /** Of a file that is looked at, or has gone in. */
  const ofKept = (path: string, isIn = false): Row => ({
    async sample() {
      const { admin } = parts()
      const { path: to, body: form } = await fileOf('/files')
      const { body } = await restedFile(admin, await admin.call('POST', to, form))
      if (isIn) await restedFile(admin, await admin.call('POST', `/price-files/${body._id}/commit`))
      return { path: `/price-files/${body._id}${path}` }
    },
  })
  return {
    'GET /prices': { sample: async () => ({ path: `/prices?ids=${await createTool(parts().shop)}` }) },
    'GET /price-lists': { sample: async () => ({ path: '/price-lists?limit=2' }) },
    'POST /price-lists': { sample: async () => ({ path: '/price-lists', body: list() }) },
    'GET /price-lists/:id': ofList(''),
    'PUT /price-lists/:id': {
      sample: async () => ({
        path: `/price-lists/${await added('/price-lists', list())}`,
        body: { ...list(), version: 1 },
      }),
    },
    'DELETE /price-lists/:id': ofList(''),
    'POST /price-lists/:id/restored': ofList('/restored'),
    'GET /price-lists/:id/entries': ofList('/entries'),
    'PUT /price-lists/:id/entries/:tool': ofEntry({ tiers: [{ from: 1, price: 1 }] }),
    'DELETE /price-lists/:id/entries/:tool': ofEntry(),
    'GET /price-lists/:id/file': ofList('/file'),
    'GET /price-lists/:id/file/csv': ofList('/file/csv?language=de'),
    'GET /price-lists/:id/file/workbook': ofList('/file/workbook'),
    'GET /price-lists/:id/file/left-out': ofList('/file/left-out'),
    'POST /price-lists/:id/file': ofFile('/file'),
    'POST /price-lists/:id/file/preview': ofFile('/file/preview'),
    'POST /price-lists/:id/files': ofFile('/files'),
    'GET /price-lists/:id/files': ofList('/files'),
    'GET /price-files/:id/entries': ofKept('/entries'),
    'POST /price-files/:id/commit': ofKept('/commit'),
    'POST /price-files/:id/undo': ofKept('/undo', true),
    'GET /customer-groups': { sample: async () => ({ path: '/customer-groups?limit=2' }) },
    'POST /customer-groups': {
      sample: async () => ({ path: '/customer-groups', body: { name: `Of the matrix ${randomUUID()}` } }),
    },
    'PUT /customer-groups/:id': {
      async sample() {
        const id = await added('/customer-groups', {})
        return { path: `/customer-groups/${id}`, body: { name: `Renamed ${id}`, version: 1 } }
      },
    },
    'DELETE /customer-groups/:id': ofGroup(''),
    'GET /customer-groups/:id/members': ofGroup('/members'),
    'POST /customer-groups/:id/members': {
      async sample() {
        const { email } = await createPerson(parts().shop)
        return { path: `/customer-groups/${await added('/customer-groups', {})}/members`, body: { email } }
      },
    },
    'DELETE /customer-groups/:id/members/:account': {
      sample: async owner => ({
        path: `/customer-groups/${await added('/customer-groups', {})}/members/${owner.accountId}`,
      }),
    },
  }
}
