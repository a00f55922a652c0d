import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Figure } from './measure/figure.ts'

const root = join(import.meta.dirname, '..')
const laterStarts = 5

/** From `npm start` to the first answered page: on an empty folder, and again on the same one. */
export async function startUp(): Promise<Figure[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tappet-bench-'))
  try {
    const first = await timeStart(dataDir)
    const later: number[] = []
    for (let run = 0; run < laterStarts; run++) later.push(await timeStart(dataDir))
    const median = later.toSorted((a, b) => a - b)[Math.floor(laterStarts / 2)] ?? 0
    return [
      { name: 'first start, dependencies installed and pages built, to the first page', value: first, unit: 's' },
      { name: `later starts, median of ${laterStarts}, to the first page`, value: median, unit: 's', limit: 5 },
    ]
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function timeStart(dataDir: string): Promise<number> {
  const began = performance.now()
  const shop = spawn(process.execPath, ['launch/start.mjs'], {
    cwd: root,
    env: { ...process.env, DATA_DIR: dataDir, PORT: '0', DATABASE_URL: '', PUBLIC_URL: '' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const answer = await fetch(await addressOf(shop))
  if (!answer.ok) throw new Error(`the first page answered ${answer.status}`)
  const seconds = (performance.now() - began) / 1000
  shop.kill('SIGTERM')
  await once(shop, 'exit')
  return Math.round(seconds * 100) / 100
}

function addressOf(shop: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let printed = ''
    shop.once('exit', status => reject(new Error(`the shop ended with status ${status}: ${printed}`)))
    shop.stdout?.on('data', chunk => {
      printed += String(chunk)
      const address = /open at (\S+)/.exec(printed)?.[1]
      if (address) resolve(address)
    })
  })
}
