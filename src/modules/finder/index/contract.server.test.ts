import { afterAll, beforeAll, describe } from 'vitest'
import { createPool, openDatabase } from '#platform/database'
import { createLog } from '#platform/log'
import { createTestDatabase } from '#test/harness'
import { type SearchRig, contractSynonyms, holdToSearchPort } from '#test/finder/search-contract'
import { startOpenSearchIndex } from '../opensearch/opensearch.server.ts'
import type { SearchIndex } from './index.ts'
import { startSearchIndex } from './index.server.ts'

/** One suite for both adapters. The other one runs where `OPENSEARCH_URL` names a real server: it leaves its indexes there. */
const searchUrl = process.env['OPENSEARCH_URL']

type Start = (databaseUrl: string) => SearchIndex

const options = { currency: () => 'usd', synonyms: contractSynonyms, log: createLog('silent') }

describe('the index of this process', () => {
  run(databaseUrl => startSearchIndex({ databaseUrl, ...options }))
})

describe.skipIf(!searchUrl)('an OpenSearch', () => {
  const name = `/contract-${Date.now().toString(36)}`
  run(databaseUrl => startOpenSearchIndex({ searchUrl: new URL(name, searchUrl).href, databaseUrl, ...options }))
})

function run(start: Start): void {
  let rig: SearchRig
  let end: () => Promise<void>
  beforeAll(async () => {
    const database = await createTestDatabase()
    const db = openDatabase(createPool(database.url, { max: 4 }))
    rig = { db, databaseUrl: database.url, index: start(database.url) }
    end = async () => {
      await rig.index.stop()
      await db.destroy()
      await database.drop()
    }
  })
  afterAll(() => end())
  holdToSearchPort(() => rig)
}
