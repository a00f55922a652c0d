import { describe, beforeAll, afterAll } from 'vitest'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPool, openDatabase } from '#platform/database'
import { createLog } from '#platform/log'
import { startOpenSearchIndex } from '../../src/modules/finder/opensearch/opensearch.server.ts'
import { type SearchRig, contractSynonyms, holdToSearchPort } from '../finder/search-contract.ts'
import { createTestDatabase } from '../harness.ts'
import { long } from '../tiers.ts'
import { openSearches, startOpenSearch } from './opensearch.ts'

const timeout = 600_000

for (const { version, release } of openSearches) {
  describe.skipIf(!release)(`one node of OpenSearch ${version}`, long, () => {
    const ends: (() => unknown)[] = []
    let rig: SearchRig
    beforeAll(async () => {
      const folder = await mkdtemp(join(tmpdir(), 'tappet-opensearch-'))
      ends.push(() => rm(folder, { recursive: true, force: true }))
      const [node] = release ? await startOpenSearch(release, { folder }) : []
      if (node) ends.push(node.end)
      const { url, drop } = await createTestDatabase()
      ends.push(drop)
      const db = openDatabase(createPool(url, { max: 4 }))
      ends.push(() => db.destroy())
      const index = startOpenSearchIndex({
        searchUrl: `${node?.address}/contract`,
        databaseUrl: url,
        currency: () => 'usd',
        synonyms: contractSynonyms,
        log: createLog('silent'),
      })
      ends.push(() => index.stop())
      rig = { db, databaseUrl: url, index }
    }, timeout)
    afterAll(async () => {
      for (const end of ends.splice(0).toReversed()) await end()
    }, timeout)
    holdToSearchPort(() => rig)
  })
}
