import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Figure } from './figure.ts'
import { finder } from './finder.ts'
import { http } from './http.ts'
import { importFiles } from './import.ts'
import { orders } from './orders.ts'
import { signIn } from './sign-in.ts'
import { startUp } from './start-up.ts'
import { tokenCheck } from './token.ts'

export type Benchmark = () => Promise<Figure[]>

const benchmarks: Record<string, Benchmark> = {
  'start-up': startUp,
  'sign-in': signIn,
  token: tokenCheck,
  orders,
  finder,
  http,
  import: importFiles,
}

/** Runs the benchmarks named on the command line, or all: a table on the screen, JSON in `bench/out/`. */
async function main(names: string[]): Promise<void> {
  const unknown = names.find(name => !(name in benchmarks))
  if (unknown) throw new Error(`There is no benchmark "${unknown}". There are: ${Object.keys(benchmarks).join(', ')}`)
  const directory = join(import.meta.dirname, 'out')
  await mkdir(directory, { recursive: true })
  for (const [name, run] of Object.entries(benchmarks)) {
    if (names.length > 0 && !names.includes(name)) continue
    const figures = await run()
    console.log(`\n${name}`)
    console.table(figures)
    await writeFile(join(directory, `${name}.json`), `${JSON.stringify(figures, undefined, 2)}\n`)
  }
}

try {
  await main(process.argv.slice(2))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
