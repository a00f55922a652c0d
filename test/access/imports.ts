import { sql } from 'kysely'
import { newId } from '#platform/context'
import type { Person } from '../factories.ts'
import type { TestShop } from '../harness.ts'

type Sample = { path: string; body?: unknown }
type Stage = () => { shop: TestShop; admin: Person }

async function sentPiece(): Promise<{ upload: string; path: string; body: FormData }> {
  const body = new FormData()
  const upload = newId()
  body.set('piece', new Blob(['part_number,quantity\nNone,1\n']), 'stock.csv')
  return { upload, path: `/imports/uploads?upload=${upload}&piece=0`, body }
}

/** The rows of the access matrix for imports: each with an import of nothing, so that it leaves no trail but its own. */
export function importRows(stage: Stage) {
  const row = (of: (id: string) => Sample, state: 'staged' | 'committed' = 'staged') => ({
    sample: async () => of(await importIn(stage, state)),
  })
  return {
    'POST /imports/uploads': { sample: async (): Promise<Sample> => sentPiece() },
    'POST /imports': {
      async sample(_owner: unknown, staff: Person): Promise<Sample> {
        const { upload, path, body } = await sentPiece()
        await staff.call('POST', path, body)
        return { path: '/imports', body: { files: [{ upload, name: 'stock.csv' }] } }
      },
    },
    'POST /imports/known-numbers': {
      sample: async (): Promise<Sample> => ({ path: '/imports/known-numbers', body: { columns: [['MX 889-A']] } }),
    },
    'GET /imports': { sample: async (): Promise<Sample> => ({ path: '/imports?limit=2' }) },
    'GET /imports/vehicles': { sample: async (): Promise<Sample> => ({ path: '/imports/vehicles?limit=2' }) },
    'GET /sources': { sample: async (): Promise<Sample> => ({ path: '/sources?limit=2' }) },
    'PUT /sources/:id': {
      async sample(): Promise<Sample> {
        const { rows } = await sql<{ id: number }>`
          insert into data_source (name, dated) values ('Of the matrix', '2026-01-01') returning id`.execute(
          stage().shop.db,
        )
        return { path: `/sources/${rows[0]?.id}`, body: { publicName: 'A catalogue' } }
      },
    },
    'GET /imports/profiles': { sample: async (): Promise<Sample> => ({ path: '/imports/profiles' }) },
    // Of one that waits, what was read would have to be there.
    'GET /imports/:id/changes': row(id => ({ path: `/imports/${id}/changes` }), 'committed'),
    'GET /imports/:id/leaps': row(id => ({ path: `/imports/${id}/leaps?limit=2` }), 'committed'),
    'GET /imports/:id': row(id => ({ path: `/imports/${id}` })),
    'GET /imports/:id/problems': row(id => ({ path: `/imports/${id}/problems?limit=2` })),
    'GET /imports/:id/problems/kinds': row(id => ({ path: `/imports/${id}/problems/kinds` })),
    'GET /imports/:id/refused': row(id => ({ path: `/imports/${id}/refused` })),
    'GET /imports/:id/overlaps': row(id => ({ path: `/imports/${id}/overlaps?limit=2` })),
    'POST /imports/:id/commit': row(id => ({ path: `/imports/${id}/commit`, body: {} })),
    'POST /imports/:id/cancel': row(id => ({ path: `/imports/${id}/cancel` })),
    'POST /imports/:id/undo': row(id => ({ path: `/imports/${id}/undo` }), 'committed'),
  }
}

/** Rows of it are kept. */
const file = { name: 'list.csv', bytes: 12, format: 'CSV', kept: { head: ['part_number'], separator: ',', rows: 1 } }

async function importIn(stage: Stage, state: 'staged' | 'committed'): Promise<string> {
  const id = newId()
  await sql`
    insert into import (id, state, origin, source, options, files, settled, actor_kind, created_at)
    values (${id}, ${state}, 'page', 'Nothing', '{}', ${JSON.stringify([file])}, ${state === 'committed' ? 1 : null}, 'admin', now())`.execute(
    stage().shop.db,
  )
  return id
}
