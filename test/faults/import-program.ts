import { readEachTime } from '#platform/changes/memory'
import { createPool, openDatabase } from '#platform/database'
import { createJobs } from '#platform/jobs'
import { createLog } from '#platform/log'
import { readSettings } from '../../src/app/settings.server.ts'
import { importFiles } from '../files/imports.ts'
import type { Importer } from '../../src/modules/imports/preview/stage.server.ts'

/** An import in a process of its own, which ends itself without a word where it is told to. */
const [databaseUrl = '', dataDir = '', path = '', phase = '', done = '0'] = process.argv.slice(2)

const log = createLog('fatal')
const pool = createPool(databaseUrl, { max: 4 })
const importer: Importer = {
  pool,
  ctx: {
    db: openDatabase(pool),
    now: () => new Date(),
    settings: readSettings({ DATA_DIR: dataDir, LOG_LEVEL: 'fatal', DEMO: 'no' }),
    log,
    jobs: createJobs(databaseUrl, log),
    caller: undefined,
    actor: { kind: 'operator', id: null },
    requestId: undefined,
    remember: readEachTime,
  },
  onProgress: now => {
    const isThere = now.phase === 'reading' ? now.rows >= Number(done) : now.step >= Number(done)
    if (now.phase === phase && isThere) process.kill(process.pid, 'SIGKILL')
  },
}
await importFiles(importer, [path], { createParts: true, source: 'killed' })
await pool.end()
