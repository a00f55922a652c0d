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

const adapters: [string, Start][] = [
  ['the index of this process', databaseUrl => startSearchIndex({ databaseUrl, ...options })],
]
if (searchUrl !== undefined) {
  const url = new URL(`/contract-${Date.now().toString(36)}`, searchUrl).href
  adapters.push(['an OpenSearch', databaseUrl => startOpenSearchIndex({ searchUrl: url, databaseUrl, ...options })])
}

describe.each(adapters)('%s', (_, start) => {
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
})
