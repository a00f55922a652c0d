import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type pg from 'pg'
import { readEachTime } from '#platform/changes/memory'
import { createJobs } from '#platform/jobs'
import { createPool, openDatabase } from '#platform/database'
import { openReplica } from '#platform/replica'
import { prepareDataDirectory } from '#platform/files/data-directory'
import { createLog } from '#platform/log'
import { migrate } from '#platform/postgres/migrations'
import { loadEnvironment } from '#platform/settings'
import { audit, theShop } from '#platform/audit'
import { applyStored } from '#platform/settings/owner'
import { failureLine } from './command-failure.server.ts'
import { ownerSettingsOf, readSettings } from './settings.server.ts'
import { type ShopDatabase, openShopDatabase, refuseMissingShop } from '#platform/postgres/shop-database'
import { StartupProblem } from '#platform/startup'
import { grantAdmin } from '#services/accounts'
import { fillDemoShop } from './demo/demo.server.ts'
import { chooseImages, localDisk } from '#services/media'
import { isDay } from '#kernel/days'
import { problemOfPeriod, reportKinds, reportName } from '#rules/desk'
import { isLanguage, writtenTexts } from '#kernel/tables/written-files'
import { exportKinds, exportName } from '#rules/imports'
import { writeReport } from '#services/desk'
import { forgetDeleted } from './operations/forget.server.ts'
import { type CommandResult, exportFile } from '#services/imports'
import { commandHelp } from '#texts/imports'
import { type Progress } from './operations/backup-format.ts'
import { readManifest } from './operations/read-backup.server.ts'
import { restoreBackup } from './operations/restore.server.ts'
import { writeBackup } from './operations/backup.server.ts'
import { importCommand, importOptions } from './import-command.ts'
import type { Context } from '#platform/context'

const help = `The shop's command line. It works beside a running shop, on the same database.

  npm run tappet -- grant-admin EMAIL   makes the account with this confirmed email an admin
  npm run tappet -- backup FILE         writes all that the shop keeps into one file, while it runs
  npm run tappet -- restore FILE        puts a backup into an empty shop, before its first start
  npm run tappet -- forget ID…          deletes accounts again that a restore has brought back
  npm run tappet -- migrate             brings the database to this release, before its first process starts
  npm run tappet -- seed                fills an empty catalogue with the demo shop
${commandHelp}  npm run tappet -- report KIND [FILE]   writes ${reportKinds.join(', ')} as a spreadsheet reads them, into KIND.csv unless said
      --from DAY --to DAY  only what happened on these days (2026-03-31) and between them, in the shop's time zone
  npm run tappet -- --help              shows this
`

type Command = {
  /** What to say at the end; a status, where that is not simply done. */
  run(ctx: Context, pool: pg.Pool, opened: Pick<ShopDatabase, 'migrated'>): Promise<string | CommandResult>
  /** The shape that the database is to have, where that is not the newest. */
  migrations?: () => Promise<string[]>
  /** Where there is no shop yet, it begins one. */
  begins?: true
}

/** The command that the words mean; undefined for help. */
function readCommand(words: string[]): Command | undefined {
  const { positionals, values } = parseWords(words)
  const [name, argument, ...rest] = positionals
  if (values.help || name === undefined) return undefined
  const { from, to, language, ...others } = values
  const isReport = name === 'report' && Object.keys(others).length === 0 && rest.length <= 1
  if (isReport && language === undefined) return reportCommand(argument, { file: rest[0], from, to })
  if (from !== undefined || to !== undefined) throw unknown(words)
  const { source, ...noExport } = others
  const isExport = name === 'export' && Object.keys(noExport).length === 0 && rest.length <= 1
  if (isExport) return exportCommand(argument, { file: rest[0], source, language })
  if (language !== undefined) throw unknown(words)
  if (name === 'import') return importCommand(argument === undefined ? [] : [argument, ...rest], others)
  if (Object.keys(values).length > 0) throw unknown(words)
  if (name === 'grant-admin' && argument && rest.length === 0) {
    return {
      async run(ctx) {
        await grantAdmin(ctx, argument)
        return `${argument} is an admin.`
      },
    }
  }
  if (name === 'forget' && argument) return { run: ctx => forgetDeleted(ctx, [argument, ...rest]) }
  if (name === 'backup' && argument && rest.length === 0) return backup(argument)
  if (name === 'restore' && argument && rest.length === 0) return restore(argument)
  if (name === 'migrate' && argument === undefined) return { run: bringUpToDate }
  if (name === 'seed' && argument === undefined) return { run: seed, begins: true }
  throw unknown(words)
}

function parseWords(words: string[]) {
  try {
    const options = {
      help: { type: 'boolean', short: 'h' },
      ...importOptions,
      ...reportOptions,
      ...exportOptions,
    } as const
    return parseArgs({ args: words, allowPositionals: true, strict: true, options })
  } catch (error) {
    // Node's own sentence about an option that does not exist, or has no value.
    throw error instanceof TypeError ? new StartupProblem(error.message) : error
  }
}

const unknown = (words: string[]) =>
  new StartupProblem(`There is no command "${words.join(' ')}". See: npm run tappet -- --help`)

const exportOptions = { language: { type: 'string' } } as const
const reportOptions = { from: { type: 'string' }, to: { type: 'string' } } as const
type ExportWords = { file: string | undefined; source: string | undefined; language: string | undefined }

function exportCommand(kind: string | undefined, { file, source, language }: ExportWords): Command {
  const exportKind = exportKinds.find(one => one === kind)
  if (!exportKind) throw new StartupProblem(`Say what to export: ${exportKinds.join(', ')}.`)
  if (language !== undefined && !isLanguage(language)) throw new StartupProblem(writtenTexts.noLanguage)
  const path = file ?? exportName(exportKind, { format: 'csv', source })
  return {
    run: async ctx =>
      `${path} has ${await exportFile(ctx, resolve(path), { kind: exportKind, source, language })} rows.`,
  }
}

type ReportWords = { file: string | undefined; from: string | undefined; to: string | undefined }

function reportCommand(kind: string | undefined, { file, from, to }: ReportWords): Command {
  const reportKind = reportKinds.find(one => one === kind)
  if (!reportKind) throw new StartupProblem(`Say what to report: ${reportKinds.join(', ')}.`)
  const wrong = [from, to].find(day => day !== undefined && !isDay(day))
  if (wrong !== undefined) throw new StartupProblem(`"${wrong}" is no day. Write it as 2026-03-31.`)
  const problem = problemOfPeriod({ from, to })
  if (problem) throw new StartupProblem(problem)
  const path = file ?? reportName(reportKind, { from, to })
  return {
    run: async ctx =>
      `${path} has ${await writeReport(ctx, { kind: reportKind, path: resolve(path), from, to })} rows.`,
  }
}

/** One line that is written over again and again, where somebody watches. */
const showProgress: Progress = ({ what, done, total }) => {
  if (process.stdout.isTTY) process.stdout.write(`\r\u001b[K${what}: ${done} of ${total}`)
}

function backup(file: string): Command {
  return {
    // As it is: a backup before an update has the shape that the old release can start with.
    migrations: async () => [],
    async run(ctx, pool) {
      const { store, directory } = chooseImages(ctx.settings, ctx)
      const isLocal = store.name === localDisk
      const { rows, images } = await writeBackup(resolve(file), {
        pool,
        dataDir: ctx.settings.dataDir,
        imagesDirectory: isLocal ? directory : undefined,
        now: ctx.now,
        onProgress: showProgress,
      })
      // The list of a new shop's first steps asks for it.
      await audit(ctx, { action: 'shop.backed-up', subject: theShop })
      const count = Object.values(rows).reduce((sum, rows) => sum + rows, 0)
      const pictures = isLocal ? `${images} files of pictures` : `no pictures: those are in the ${store.name}`
      const secret = ctx.settings.secrets.length > 0 ? ' Keep the SECRET of the settings beside it.' : ''
      return `${endOfProgress()}${file} has ${count} rows of ${Object.keys(rows).length} tables, and ${pictures}.${secret}`
    },
  }
}

function restore(file: string): Command {
  return {
    begins: true,
    migrations: async () => (await readManifest(resolve(file))).migrations,
    async run(ctx, pool) {
      const { dataDir } = ctx.settings
      const { rows, images } = await restoreBackup(resolve(file), { pool, dataDir, onProgress: showProgress })
      // What this release has added since the backup was made.
      await migrate(pool)
      const count = Object.values(rows).reduce((sum, rows) => sum + rows, 0)
      const back = `The shop has ${count} rows and ${images} files of pictures back. Start it now.`
      return `${endOfProgress()}${back}\nA copy for a look: without SMTP_URL, STRIPE_*, S3_* and SEARCH_URL, which are the live shop's.`
    },
  }
}

const endOfProgress = () => (process.stdout.isTTY ? '\n' : '')

/** Opening the database has migrated the shop's own tables; those of the job queue are its library's. */
const bringUpToDate: Command['run'] = async (ctx, _pool, { migrated }) => {
  await ctx.jobs.start()
  await ctx.jobs.stop()
  return migrated.length === 0
    ? 'The database is up to date already.'
    : `The database is up to date. Migrations that ran: ${migrated.join(', ')}.`
}

const seed: Command['run'] = async ctx => {
  const { store } = chooseImages(ctx.settings, ctx)
  const filled = await fillDemoShop(ctx, store, (done, total) => {
    if (process.stdout.isTTY) process.stdout.write(`\rDrawing the demo shop: ${done} of ${total}`)
  })
  return filled ? '\nThe demo shop is in place.' : 'The catalogue has tools already, so nothing was added.'
}

async function main(): Promise<void> {
  const command = readCommand(words)
  if (!command) return void process.stdout.write(help)
  const settings = readSettings(loadEnvironment())
  dataDir = settings.dataDir
  if (!command.begins) refuseMissingShop(settings)
  const log = createLog(settings.logLevel)
  await prepareDataDirectory(settings.dataDir)
  const database = await openShopDatabase(settings, { log, only: await command.migrations?.() })
  const pool = createPool(database.directUrl, { max: 4, name: 'tappet command' })
  const { databaseReplicaUrl: url } = settings
  const replica = url === undefined ? undefined : openReplica({ url, log, asOfNow: () => readEachTime })
  try {
    const db = openDatabase(pool)
    // A database that is only being filled has no settings yet.
    if (!command.migrations) await applyStored({ db, settings, log }, ownerSettingsOf(settings))
    const ctx: Context = {
      db,
      now: () => new Date(),
      settings,
      log,
      jobs: createJobs(database.directUrl, log, { isWorking: false }),
      caller: undefined,
      actor: { kind: 'operator', id: null },
      requestId: undefined,
      remember: readEachTime,
      replica,
    }
    const result = await command.run(ctx, pool, database)
    process.stdout.write(`${typeof result === 'string' ? result : result.text}\n`)
    if (typeof result !== 'string') process.exitCode = result.status
  } finally {
    await pool.end()
    await replica?.pool.end()
    await database.stop()
  }
}

const words = process.argv.slice(2)
let dataDir: string | undefined

async function fail(cause: unknown): Promise<void> {
  process.exitCode = 1
  if (process.stdout.isTTY) process.stdout.write('\r\u001b[K')
  console.error(await failureLine(cause, { command: words[0] ?? 'tappet', dataDir }))
}

// What no promise waits for ends the program, too.
process.on('uncaughtException', async cause => {
  await fail(cause)
  process.exit()
})
await main().catch(fail)
