import { setTimeout as pause } from 'node:timers/promises'
import { isDatabaseAway } from '#platform/database'
import { prepareDataDirectory } from '#platform/files/data-directory'
import { projectFile } from '#platform/files/project'
import { createLog } from '#platform/log'
import { type Settings, loadEnvironment } from '#platform/settings'
import { readSettings, warningsOf } from './settings.server.ts'
import { databaseRefusal, openShopDatabase } from '#platform/postgres/shop-database'
import { StartupProblem } from '#platform/startup'
import { startTracing } from '#platform/log/tracing'
import { type Shop, composeShop } from './compose.server.ts'
import { forgetRestore } from './operations/restore-mark.server.ts'
import {
  type FirstAdmin,
  checkFirstAdmin,
  prepareAccounts,
  prepareDemo,
  prepareSecrets,
  prepareVehicles,
  prepareVinTables,
  printWelcome,
} from './start-up.server.ts'

/** The shop's process: settings → database → shop → demo → listening; a stop takes them down in the reverse order. */
async function main(): Promise<void> {
  stopOnSignal()
  const environment = loadEnvironment()
  const settings = readSettings(environment)
  checkFirstAdmin(settings)
  const log = createLog(settings.logLevel)
  for (const warning of warningsOf(environment)) log.warn(warning)
  await prepareDataDirectory(settings.dataDir)
  const { secrets, sandboxSecrets } = await prepareSecrets(settings)
  await step(startTracing(settings), stop => stop())
  const database = await step(openShopDatabase(settings, { log }), database => database.stop())
  try {
    // A restore that was killed may have come through before it said so.
    await forgetRestore(settings.dataDir)
    const composing = composeShop({
      settings,
      databaseUrl: database.url,
      directUrl: database.directUrl,
      replicaUrl: settings.databaseReplicaUrl,
      secrets,
      sandboxSecrets,
      log,
      pages: process.argv.includes('--dev') ? 'live' : 'built',
      strict: false,
      contentFile: projectFile('content/shop.json'),
    })
    const shop = await step(composing, shop => stopWithin(shop, settings))
    await prepareVehicles(shop)
    await prepareDemo(settings, shop)
    let firstAdmin: FirstAdmin
    const prepare = async () => {
      shop.loadSearch()
      if (settings.role !== 'jobs') void prepareVinTables(settings, log)
      // Only now: a password that is made up once must not be lost because the shop cannot listen.
      firstAdmin = await prepareAccounts(settings, shop)
    }
    const address = await step(shop.start(prepare))
    printWelcome({ settings, address, database, shop, firstAdmin })
  } catch (error) {
    throw (
      databaseRefusal(error, { url: database.url, setting: 'DATABASE_URL' }) ??
      (isDatabaseAway(error) ? wentAway : error)
    )
  }
}

const wentAway = new StartupProblem('The database went away while the shop started. Start the shop once more.')

/** What stands and has to be taken down, the latest last. */
const stops: (() => Promise<void>)[] = []
let stopping: Promise<void> | undefined

/**
 * Waits for a step of the start. What it makes is stopped in its turn, even when the signal comes while it is being made: a database
 * that has been started must not outlive the shop.
 */
async function step<Made>(making: Promise<Made>, stop?: (made: Made) => Promise<void>): Promise<Made> {
  stops.push(async () => {
    // Its failure is thrown below, to whoever waits for the step.
    const outcome = await making.then(made => ({ made })).catch(() => undefined)
    if (outcome) await stop?.(outcome.made)
  })
  const made = await making
  if (stopping) throw new Error('the shop was told to stop while it started')
  return made
}

/** What takes too long is cut off as by a crash, which costs nothing that was promised. */
async function stopWithin(shop: Shop, { stopDelaySeconds, stopWithinSeconds }: Settings): Promise<void> {
  const tooLate = pause((stopDelaySeconds + stopWithinSeconds) * 1000, 'too late' as const, { ref: false })
  if ((await Promise.race([shop.stop(), tooLate])) !== 'too late') return
  process.stdout.write(`Not all was finished in ${stopWithinSeconds} seconds (STOP_WITHIN). What is left is cut off.\n`)
}

function stopAll(): Promise<void> {
  stopping ??= (async () => {
    for (let stop = stops.pop(); stop; stop = stops.pop()) await stop()
  })()
  return stopping
}

/** A signal to a whole group of processes arrives twice: directly, and passed on by the launcher. */
const repeatedSignalMs = 1000

/** The first signal stops in order, open requests first; a later one does not wait. */
function stopOnSignal(): void {
  let firstAt: number | undefined
  const stop = (signal: NodeJS.Signals) => {
    if (firstAt !== undefined) {
      if (Date.now() - firstAt > repeatedSignalMs) process.exit(1)
      return
    }
    firstAt = Date.now()
    // After a hang-up there may be no terminal any more to write to, which must not keep the database from its stop.
    for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
    process.stdout.write(`\nStopping (${signal}) . . .\n`)
    stopAll().then(
      () => process.exit(0),
      error => exitWith(error),
    )
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
}

/** What an operator can mend is one line; anything else is a bug and shows its trace. */
function exitWith(error: unknown): never {
  process.stderr.write(
    error instanceof StartupProblem
      ? `${error.message}\n`
      : `${error instanceof Error ? error.stack : String(error)}\n`,
  )
  process.exit(1)
}

main().catch(async error => {
  // A start that a stop has interrupted has not failed: the stop ends the process.
  if (stopping) return
  await stopAll().catch(() => undefined)
  exitWith(error)
})
