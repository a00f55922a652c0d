import { join } from 'node:path'
import { prepareDataDirectory } from '#platform/files'
import { createLog } from '#platform/log'
import { loadEnvironment, readSettings } from '#platform/settings'
import { openShopDatabase } from '#platform/shop-database'
import { StartupProblem } from '#platform/startup'
import { composeShop } from './compose.server.ts'
import { prepareAccounts, prepareDemo, prepareSecrets, printWelcome } from './start-up.server.ts'

/** The shop's process: config → database → shop → demo → listening, and back in that order when it is told to stop. */
async function main(): Promise<void> {
  const settings = readSettings(loadEnvironment())
  const log = createLog(settings.logLevel)
  await prepareDataDirectory(settings.dataDir)
  const { secrets, sandboxSecrets } = await prepareSecrets(settings)
  const database = await openShopDatabase(settings)
  const stops = [() => database.stop()]
  stopOnSignal(stops)
  try {
    const shop = await composeShop({
      settings,
      databaseUrl: database.url,
      secrets,
      sandboxSecrets,
      log,
      pages: process.argv.includes('--dev') ? 'live' : 'built',
      strict: false,
      contentFile: join(import.meta.dirname, '../content/shop.json'),
    })
    stops.unshift(() => shop.stop())
    await prepareDemo(settings, shop)
    const firstAdmin = await prepareAccounts(settings, shop)
    const address = await shop.start()
    printWelcome({ settings, address, database, shop, firstAdmin })
  } catch (error) {
    await stopAll(stops)
    throw error
  }
}

let stopping: Promise<void> | undefined

function stopAll(stops: readonly (() => Promise<void>)[]): Promise<void> {
  stopping ??= (async () => {
    for (const stop of stops) await stop()
  })()
  return stopping
}

/** A signal to a whole group of processes arrives twice: directly, and passed on by the launcher. */
const repeatedSignalMs = 1000

/** The first signal stops in order, open requests first; a later one does not wait. */
function stopOnSignal(stops: readonly (() => Promise<void>)[]): void {
  let firstAt: number | undefined
  const stop = (signal: NodeJS.Signals) => {
    if (firstAt !== undefined) {
      if (Date.now() - firstAt > repeatedSignalMs) process.exit(1)
      return
    }
    firstAt = Date.now()
    process.stdout.write(`\nStopping (${signal}) . . .\n`)
    stopAll(stops).then(
      () => process.exit(0),
      error => exitWith(error),
    )
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
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

main().catch(exitWith)
