import { randomUUID } from 'node:crypto'
import { type Row, at } from './rows.ts'
import { type Person, createPerson } from '../factories.ts'
import type { TestShop } from '../harness.ts'

type Parts = () => { shop: TestShop; admin: Person }

/** The calls about companies, each about one of its own. */
export function companyRows(parts: Parts): Record<string, Row> {
  const fields = () => ({ name: `Of the matrix ${randomUUID()}` })
  const added = async (): Promise<string> => (await parts().admin.call('POST', '/companies', fields())).body.insertedId
  const about = (path: string): Row => ({ sample: async () => ({ path: `/companies/${await added()}${path}` }) })
  return {
    'GET /companies': at('/companies?limit=2'),
    'GET /companies/mine': at('/companies/mine'),
    'PUT /session/company': { sample: async () => ({ path: '/session/company', body: { companyId: null } }) },
    'POST /companies': { sample: async () => ({ path: '/companies', body: fields() }) },
    'GET /companies/:id': about(''),
    'PUT /companies/:id': {
      sample: async () => ({ path: `/companies/${await added()}`, body: { ...fields(), version: 1 } }),
    },
    'GET /companies/:id/members': about('/members'),
    'POST /companies/:id/members': {
      async sample() {
        const { email } = await createPerson(parts().shop)
        return { path: `/companies/${await added()}/members`, body: { email } }
      },
    },
    'DELETE /companies/:id/members/:account': {
      async sample() {
        const [id, { email, accountId }] = [await added(), await createPerson(parts().shop)]
        await parts().admin.call('POST', `/companies/${id}/members`, { email })
        return { path: `/companies/${id}/members/${accountId}` }
      },
    },
  }
}
