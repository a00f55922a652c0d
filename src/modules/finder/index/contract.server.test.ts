import { afterAll, beforeAll } from 'vitest'
import { createPool, openDatabase } from '#platform/database'
import { createLog } from '#platform/log'
import { createTestDatabase } from '#test/harness'
import { type SearchRig, contractSynonyms, holdToSearchPort } from '#test/finder/search-contract'
import { startSearchIndex } from './index.server.ts'

/** One suite for both adapters; `test/many/opensearch.test.ts` holds the other one to it. */

let rig: SearchRig
let end: () => Promise<void>
beforeAll(async () => {
  const { url: databaseUrl, drop } = await createTestDatabase()
  const db = openDatabase(createPool(databaseUrl, { max: 4 }))
  const options = { currency: () => 'usd', synonyms: contractSynonyms, log: createLog('silent') }
  rig = { db, databaseUrl, index: startSearchIndex({ databaseUrl, ...options }) }
  end = async () => {
    await rig.index.stop()
    await db.destroy()
    await drop()
  }
})
afterAll(() => end())
holdToSearchPort(() => rig)
