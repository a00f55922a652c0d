import { oneSkipped } from './gate/counts.mjs'
import { runGate } from './gate/gate.mjs'
import { provideJudges } from './machine/judges.mjs'
import { provideMachines } from './machine/many-machines.mjs'
import { main } from './process.mjs'
import { oldestPostgres, providePostgres, startPostgres } from './machine/second-postgres.mjs'
import { installDependencies } from './setup.mjs'
import { browserStep, buildStep, runVitest } from './gate/steps.mjs'

/** What `npm test` runs on the embedded PostgreSQL, on the oldest one that Tappet supports. */
const oldestStep = {
  name: `server, PostgreSQL ${oldestPostgres}`,
  async run() {
    const { folder, reason } = await providePostgres()
    if (reason) return oneSkipped(reason)
    const postgres = await startPostgres(folder)
    try {
      return await runVitest('server', { changes: { TEST_DATABASE_URL: postgres.url } })
    } finally {
      await postgres.stop()
    }
  },
}

/** Tests of programs that `provide` gets: one whose program is missing is skipped, and counted. */
const providedStep = (name, { provide, project }) => ({
  name,
  needs: buildStep.name,
  async run() {
    const { canRun, reason } = await provide()
    if (!canRun) return oneSkipped(reason)
    const result = await runVitest(project, { tier: 'long' })
    return { ...(reason && { reason }), ...result }
  },
})

await main(async () => {
  await installDependencies()
  return runGate([
    buildStep,
    { name: 'server, long', run: () => runVitest('server', { tier: 'long' }) },
    { name: 'storm, long', run: () => runVitest('storm', { tier: 'long' }) },
    oldestStep,
    providedStep('many machines', { provide: provideMachines, project: 'many' }),
    providedStep('judges', { provide: provideJudges, project: 'judges' }),
    browserStep('long'),
  ])
})
