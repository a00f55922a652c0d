import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { abuse, abuseOfAddresses } from './abuse/abuse.ts'
import { desk } from './desk/desk.ts'
import { against } from './against/against.ts'
import { basket } from './basket.ts'
import type { Figure } from './measure/figure.ts'
import { finder } from './finder/finder.ts'
import { http } from './http.ts'
import { longTail } from './long-tail.ts'
import { importFiles } from './import.ts'
import { importParts } from './import-parts.ts'
import { orderPad } from './order-pad.ts'
import { orders } from './orders/orders.ts'
import { prices } from './prices.ts'
import { processes } from './processes.ts'
import { searchServer } from './finder/search-server.ts'
import { searchSize } from './finder/search-size.ts'
import { signIn } from './sign-in/sign-in.ts'
import { startUp } from './start-up.ts'
import { stream } from './stream.ts'
import { readTables } from './tables/tables.ts'
import { tokenCheck } from './sign-in/token.ts'
import { web } from './web.ts'

export type Benchmark = () => Promise<Figure[]>

const benchmarks: Record<string, Benchmark> = {
  'start-up': startUp,
  'sign-in': signIn,
  token: tokenCheck,
  orders,
  'order-pad': orderPad,
  basket,
  prices,
  finder,
  'search-size': searchSize,
  'search-server': searchServer,
  http,
  desk,
  processes,
  'long-tail': longTail,
  stream,
  import: importFiles,
  'import-parts': importParts,
  tables: readTables,
  abuse,
  'abuse-addresses': abuseOfAddresses,
  web,
}

/**
 * Runs the benchmarks named on the command line, or all: a table on the screen, JSON in `bench/out/`; with `--keep` also in
 * `bench/kept/`, which the repository keeps. `against COMMIT` runs alone.
 */
async function main(args: string[]): Promise<void> {
  const names = args.filter(name => name !== '--keep')
  const directories = ['out', ...(args.includes('--keep') ? ['kept'] : [])].map(name => join(import.meta.dirname, name))
  if (names[0] === 'against') return show('against', await against(commitIn(names)), directories)
  const unknown = names.find(name => !(name in benchmarks))
  if (unknown)
    throw new Error(
      `There is no benchmark "${unknown}". There are: ${Object.keys(benchmarks).join(', ')}, against COMMIT`,
    )
  for (const [name, run] of Object.entries(benchmarks)) {
    if (names.length === 0 || names.includes(name)) await show(name, await run(), directories)
  }
}

function commitIn([, commit, ...more]: readonly string[]): string {
  if (commit === undefined || more.length > 0) throw new Error('Say one commit: npm run bench -- against COMMIT')
  return commit
}

async function show(name: string, figures: readonly object[], directories: readonly string[]): Promise<void> {
  console.log(`\n${name}`)
  console.table(figures)
  for (const directory of directories) {
    await mkdir(directory, { recursive: true })
    await writeFile(join(directory, `${name}.json`), `${JSON.stringify(figures, undefined, 2)}\n`)
  }
}

try {
  await main(process.argv.slice(2))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
