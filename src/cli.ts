import { parseArgs } from 'node:util'
import { createJobs } from '#platform/jobs'
import { createPool, openDatabase } from '#platform/database'
import { prepareDataDirectory } from '#platform/files'
import { createLog } from '#platform/log'
import { type Settings, loadEnvironment, readSettings } from '#platform/settings'
import { openShopDatabase } from '#platform/shop-database'
import { StartupProblem } from '#platform/startup'
import { grantAdmin } from '#services/accounts'
import { fillDemoShop } from '#services/demo'
import { chooseImages } from '#services/images'
import type { Context } from '#platform/context'

const help = `The shop's command line. It works beside a running shop, on the same database.

  npm run tappet -- grant-admin EMAIL   makes the account with this confirmed email an admin
  npm run tappet -- seed                fills an empty catalogue with the demo shop
  npm run tappet -- --help              shows this
`

type Command = (ctx: Context, settings: Settings) => Promise<string>

/** The command that the words mean; undefined for help. */
function readCommand(words: string[]): Command | undefined {
  const { positionals, values } = parseArgs({
    args: words,
    allowPositionals: true,
    strict: true,
    options: { help: { type: 'boolean', short: 'h' } },
  })
  const [name, argument, ...rest] = positionals
  if (values.help || name === undefined) return undefined
  if (name === 'grant-admin' && argument && rest.length === 0) {
    return async ctx => {
      await grantAdmin(ctx, argument)
      return `${argument} is an admin.`
    }
  }
  if (name === 'seed' && argument === undefined) return seed
  throw new StartupProblem(`There is no command "${words.join(' ')}". See: npm run tappet -- --help`)
}

const seed: Command = async (ctx, settings) => {
  const { store } = chooseImages(settings, ctx)
  const filled = await fillDemoShop(ctx, store, (done, total) => {
    if (process.stdout.isTTY) process.stdout.write(`\rDrawing the demo shop: ${done} of ${total}`)
  })
  return filled ? '\nThe demo shop is in place.' : 'The catalogue has tools already, so nothing was added.'
}

async function main(): Promise<void> {
  const command = readCommand(process.argv.slice(2))
  if (!command) return void process.stdout.write(help)
  const settings = readSettings(loadEnvironment())
  const log = createLog(settings.logLevel)
  await prepareDataDirectory(settings.dataDir)
  const database = await openShopDatabase(settings)
  const pool = createPool(database.url, { max: 2, name: 'tappet command' })
  try {
    const ctx: Context = {
      db: openDatabase(pool),
      now: () => new Date(),
      settings,
      log,
      jobs: createJobs(database.url, log),
      caller: undefined,
      actor: { kind: 'operator', id: null },
      requestId: undefined,
    }
    process.stdout.write(`${await command(ctx, settings)}\n`)
  } finally {
    await pool.end()
    await database.stop()
  }
}

try {
  await main()
} catch (error) {
  const isPlain = error instanceof StartupProblem || (error instanceof TypeError && 'code' in error)
  console.error(isPlain ? error.message : error)
  process.exitCode = 1
}
