import { createWriteStream } from 'node:fs'
import { basename, join, parse, resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Refusal } from '#kernel/refusals'
import { StartupProblem } from '#platform/startup'
import { cancelImport, commitImport } from '../commit/commit.server.ts'
import { problemsAsCsv, readProblemKinds } from '../problems/problems.server.ts'
import { withBar } from './bar.server.ts'
import { refusedAsCsv } from '../refused/refused.server.ts'
import { type ImportOptions, type ImportRow, readImport } from '../row.server.ts'
import type { ImportProfile } from '../imports.contract.ts'
import { datedMapping } from '../mapping/currency.server.ts'
import { type Mapping, factorPattern } from '../mapping/mapping.rules.ts'
import { mappingTexts } from '../mapping/mapping.texts.ts'
import { readProfiles } from '../proposals/profiles.server.ts'
import {
  type Additions,
  FileProblem,
  additions,
  additionsIn,
  importLimits,
  isRefusedWhole,
  refusedRows,
  sourceOf,
  turnsOfPart,
  unlistedActs,
} from '../import.rules.ts'
import { type Importer, beginImport, stageImport } from '../preview/stage.server.ts'
import { leapsNeedYes, needsYes } from '../plan/yes.rules.ts'
import { summary } from './summary.server.ts'
import { importsTexts as texts, leapsQuestion, removalQuestion } from '../imports.texts.ts'
import { isDecimalSign } from '#kernel/tables/decimals'
import { isTableEncoding, tableEncodings } from '#kernel/tables/encodings'
import type { TableChoices } from '#kernel/tables/read-table'
import type { Context } from '#platform/context'
import { choicesIn } from '#kernel/tables/table-body'
import { cutText } from '../files/text.rules.ts'
import { resolveVehicles, tidyImports } from '../tidy.server.ts'
import { undoImport } from '../commit/undo.server.ts'
import { leftReasons, undoneText } from '../commit/undo.texts.ts'
import { type ImportFile, fileAt } from '../files/file.server.ts'
import { hasOpenLetters } from '../files/read.server.ts'
import { sql } from 'kysely'

export type ImportWords = Additions & {
  files: string[]
  full: boolean
  dryRun: boolean
  yes: boolean
  allowRemoval: boolean
  allowPrices: boolean
  /** Parts of which the price leaps keep the one that they have. */
  keepPrices: boolean
  /** What is said of tables that leave it open. */
  reading: { encoding: string | undefined; decimalSign: string | undefined; sheet: string | undefined }
  unlisted: string | undefined
  twice: string | undefined
  brand: string | undefined
  source: string | undefined
  /** As the last list of the source was read, which somebody has mapped on its page. What is said here counts before it. */
  asBefore: boolean
  /** Of such a list in another currency: what one unit of it is now. */
  rate: string | undefined
  problems: string | undefined
  refused: string | undefined
  undo: string | undefined
  commit: string | undefined
}

/** What the command ends with: everything in, nothing in, some rows refused. */
const exitStatus = { whole: 0, nothing: 1, partly: 2 } as const

export type CommandResult = { text: string; status: number }

/** The command line's import. Says what it does on `out`; where nobody can be asked, only `yes` commits. */
export async function importByCommand(importer: Importer, words: ImportWords): Promise<CommandResult> {
  try {
    if (words.allowPrices && words.keepPrices)
      throw new StartupProblem('Say --allow-prices or --keep-prices, not both.')
    await tidyImports(importer.ctx)
    if (words.undo !== undefined) return await undoByNumber(importer, words.undo)
    if (words.commit !== undefined) return await commitByNumber(importer, words)
    return await importFiles(importer, words)
  } catch (error) {
    if (error instanceof Refusal) throw new StartupProblem(error.errors[0]?.message ?? error.message)
    throw error
  }
}

async function importFiles(importer: Importer, words: ImportWords): Promise<CommandResult> {
  const { ctx } = importer
  const files = []
  for (const path of words.files) {
    const file = await fileAt(resolve(path), basename(path)).catch((error: unknown) => {
      if (error instanceof FileProblem) throw new StartupProblem(`There is no file ${path}. Check its name.`)
      throw error
    })
    files.push({ name: file.name, path: file.path, bytes: file.bytes })
  }
  const source = cutText(words.source ?? sourceOf(files[0]?.name ?? ''), importLimits.source)
  const options = optionsIn(ctx, words, words.asBefore ? await profileOf(ctx, { source, files }) : undefined)
  const begun = await beginImport(ctx, { files, options, source, origin: 'command' })
  await stageImport(withBar(importer), begun.id)
  const row = await readImport(ctx, { id: begun.id })
  if (words.problems) await writeProblems(importer, row, words.problems)
  if (words.refused) await writeRefused(importer, row, words.refused)
  if (row.state !== 'staged' && row.state !== 'refused')
    return { text: `\n${row.failure ?? 'Nothing was read.'}`, status: exitStatus.nothing }
  process.stdout.write(`\n${await summary(ctx, row)}\n${converted(row)}`)
  if (words.dryRun) {
    await cancelImport(ctx, row.id)
    return { text: 'Nothing was changed: this was a dry run.', status: statusOf(row) }
  }
  return commitConfirmed(importer, row, words)
}

/**
 * Its letters are those of files that leave theirs open; where one says them by itself, nobody has said how the others are written.
 * Throws a `StartupProblem` where nobody has mapped a list of the source.
 */
async function profileOf(
  ctx: Context,
  { source, files }: { source: string; files: readonly ImportFile[] },
): Promise<ImportProfile> {
  const profiles = await readProfiles(ctx)
  const profile = profiles.find(({ mapping, ...rest }) => mapping && rest.source.toLowerCase() === source.toLowerCase())
  if (!profile) {
    throw new StartupProblem(
      `No list of “${source}” has been read by its columns yet. Send the first one on the page Import.`,
    )
  }
  const { encoding, ...others } = profile
  if (encoding === undefined) return profile
  const open = await Promise.all(files.map(hasOpenLetters))
  return open.every(Boolean) ? profile : others
}

/** What the words say, then what the source's profile does. Throws a `StartupProblem` where a word is none that can be said. */
function optionsIn(ctx: Context, words: ImportWords, profile: ImportProfile | undefined): ImportOptions {
  const brand = words.brand ?? profile?.brand
  const unlisted = oneOf('unlisted', words.unlisted, unlistedActs) ?? profile?.unlisted
  const twice = oneOf('twice', words.twice, turnsOfPart) ?? profile?.twice
  const mapping = words.rate === undefined ? profile?.mapping : withRate(profile?.mapping, words.rate)
  return {
    full: words.full,
    allowRemoval: words.allowRemoval,
    ...(words.allowPrices && { leaps: 'all' }),
    ...(words.keepPrices && { keepPrices: 'all' }),
    ...additionsIn(Object.fromEntries(additions.map(name => [name, words[name] || profile?.[name]]))),
    reading: {
      ...choicesIn({ encoding: profile?.encoding, decimalSign: profile?.decimalSign, sheet: profile?.sheet }),
      ...readingIn(words.reading),
    },
    ...(mapping && { mapping: datedMapping(ctx, mapping) }),
    ...(brand && { brand }),
    ...(unlisted && { unlisted }),
    ...(twice && { twice }),
  }
}

/** Throws a `StartupProblem` where no rate can be said of it, or this is none. */
function withRate(mapping: Mapping | undefined, rate: string): Mapping {
  if (!mapping?.currency) {
    throw new StartupProblem('--rate is for a list in another currency that is read --as-before. Leave it out.')
  }
  if (!factorPattern.test(rate)) {
    throw new StartupProblem('--rate is a number above 0 with at most ten decimals, such as 1.08.')
  }
  return { ...mapping, currency: { code: mapping.currency.code, rate } }
}

/** The line below the preview that says how amounts of another currency were read. */
function converted({ options }: ImportRow): string {
  const currency = options.mapping?.currency
  if (!currency) return ''
  return `${mappingTexts.converted(currency)}\n`
}

/** Throws a `StartupProblem` where it is none of these. */
function oneOf<Word extends string>(name: string, text: string | undefined, words: readonly Word[]): Word | undefined {
  if (text === undefined) return undefined
  const word = words.find(word => word === text.toLowerCase())
  if (word === undefined) throw new StartupProblem(`--${name} is one of ${words.join(', ')}.`)
  return word
}

/** Throws a `StartupProblem` where it is none that can be said. */
function readingIn(words: ImportWords['reading']): TableChoices {
  const encoding = oneOf('encoding', words.encoding, Object.keys(tableEncodings).filter(isTableEncoding))
  const { decimalSign, sheet } = words
  if (decimalSign !== undefined && !isDecimalSign(decimalSign)) {
    throw new StartupProblem('--decimal-sign is . or , (a point or a comma).')
  }
  return choicesIn({ encoding, decimalSign, sheet })
}

async function commitConfirmed(importer: Importer, row: ImportRow, words: ImportWords): Promise<CommandResult> {
  const { ctx } = importer
  if (isRefusedWhole(row.counts)) return { text: texts.refusedWhole, status: exitStatus.nothing }
  const questions = questionsOf(row)
  if (questions.length > 0) {
    const allow = questions.map(({ word }) => word).join(' ')
    const waits = `Import ${row.number} waits. If that is meant: npm run tappet -- import --commit ${row.number} ${allow} --yes`
    return { text: [...questions.map(({ question }) => question), waits].join('\n'), status: exitStatus.nothing }
  }
  if (!words.yes && !(await confirmed())) {
    const text = `Nothing was changed. Import ${row.number} waits: npm run tappet -- import --commit ${row.number} --yes`
    return { text, status: exitStatus.nothing }
  }
  const done = await commitImport(withBar(importer), row.id)
  await resolveVehicles(ctx)
  const oldPrices = (await readProblemKinds(ctx, done.id)).find(({ code }) => code === 'price-kept')
  const text = [
    `\nImport ${done.number} is in the shop. To take it back: npm run tappet -- import --undo ${done.number}`,
    ...(oldPrices ? [texts.pricesKept(oldPrices.rows)] : []),
  ].join('\n')
  return { text, status: statusOf(done) }
}

/** What wants a yes of its own, and the words that say it. */
function questionsOf(row: ImportRow): { question: string; word: string }[] {
  const { removal, price_leaps: leaps } = row
  return [
    ...(needsYes(row) && removal ? [{ question: removalQuestion(removal), word: '--allow-removal' }] : []),
    ...(leapsNeedYes(row)
      ? [{ question: `${leapsQuestion(leaps)} ${texts.leapsByCommand}`, word: '--allow-prices' }]
      : []),
  ]
}

async function commitByNumber(importer: Importer, words: ImportWords): Promise<CommandResult> {
  const row = await readImport(importer.ctx, { number: numberIn(words.commit ?? '') })
  const allowed = {
    ...(words.allowRemoval && { allowRemoval: true }),
    ...(words.allowPrices && { leaps: 'all' }),
    keepPrices: words.keepPrices ? 'all' : [],
  }
  const forgotten = words.allowRemoval ? 'mostRemoved' : ''
  await sql`update import set options = options - ${forgotten}::text || ${JSON.stringify(allowed)}::jsonb
    where id = ${row.id} and state = 'staged'`.execute(importer.ctx.db)
  const fresh = await readImport(importer.ctx, { id: row.id })
  process.stdout.write(`${await summary(importer.ctx, fresh)}\n${converted(fresh)}`)
  return commitConfirmed(importer, fresh, words)
}

async function undoByNumber(importer: Importer, number: string): Promise<CommandResult> {
  const row = await readImport(importer.ctx, { number: numberIn(number) })
  const { ctx, onProgress } = withBar(importer)
  const { undo_left: left } = await undoImport(ctx, row.id, onProgress)
  const lines = left && { ...left, first: left.first.map(({ what, why }) => `${what}: ${leftReasons[why]}`) }
  return { text: undoneText(row.number, lines), status: exitStatus.whole }
}

function numberIn(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text)
  throw new StartupProblem(`"${text}" is no number of an import. The page Import lists them.`)
}

async function confirmed(): Promise<boolean> {
  if (!process.stdin.isTTY) return false
  const asking = createInterface({ input: process.stdin, output: process.stdout })
  try {
    return /^y(es)?$/i.test((await asking.question('Commit this? [y/N] ')).trim())
  } finally {
    asking.close()
  }
}

async function writeProblems({ ctx }: Importer, row: ImportRow, file: string): Promise<void> {
  await pipeline(Readable.from(problemsAsCsv(ctx, row.id)), createWriteStream(resolve(file)))
}

/** The rows of each file that do not go in: of the second, `OUT-2.csv`. */
async function writeRefused({ ctx }: Importer, row: ImportRow, file: string): Promise<void> {
  for (const [at, { kept: copy }] of row.files.entries()) {
    if (!copy) continue
    const { dir, name, ext } = parse(resolve(file))
    const path = join(dir, `${name}${at === 0 ? '' : `-${at + 1}`}${ext}`)
    await pipeline(Readable.from(refusedAsCsv(ctx, row, at)), createWriteStream(path))
  }
}

function statusOf(row: ImportRow): number {
  return refusedRows(row.counts) > 0 ? exitStatus.partly : exitStatus.whole
}
