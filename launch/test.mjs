import { provideBrowser } from './browser.mjs'
import { oneSkipped } from './counts.mjs'
import { runGate } from './gate.mjs'
import { main } from './process.mjs'
import { oldestPostgres, providePostgres, startPostgres } from './second-postgres.mjs'
import { installDependencies } from './setup.mjs'
import { buildStep, fastSteps, runPlaywright, runVitest } from './steps.mjs'

const embeddedStep = { name: 'server, embedded PostgreSQL', run: () => runVitest('server') }

/** On the embedded one alone: it stops processes of its database by their numbers. */
const stormStep = { name: 'ten thousand orders in a storm', run: () => runVitest('storm') }

const oldestStep = {
  name: `server, PostgreSQL ${oldestPostgres}`,
  async run() {
    const { folder, reason } = await providePostgres()
    if (reason) return oneSkipped(reason)
    const postgres = await startPostgres(folder)
    try {
      return await runVitest('server', { TEST_DATABASE_URL: postgres.url })
    } finally {
      await postgres.stop()
    }
  },
}

const browserStep = {
  name: 'browser',
  needs: buildStep.name,
  async run() {
    const { changes, reason } = await provideBrowser()
    return reason ? oneSkipped(reason) : runPlaywright(changes)
  },
}

await main(async () => {
  await installDependencies()
  return runGate([...fastSteps, buildStep, embeddedStep, stormStep, oldestStep, browserStep])
})
