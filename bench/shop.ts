import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')

/** A whole shop in a process of its own, on an embedded database of its own, for as long as `work` takes. */
export async function withShop<T>(
  environment: Record<string, string>,
  work: (address: string) => Promise<T>,
): Promise<T> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tappet-bench-'))
  const shop = spawn(process.execPath, [join(root, 'src/server.ts')], {
    cwd: dataDir,
    env: { ...process.env, DATABASE_URL: '', PUBLIC_URL: '', DATA_DIR: dataDir, PORT: '0', DEMO: 'no', ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(shop, 'exit')
  try {
    let printed = ''
    const address = await new Promise<string>((resolve, reject) => {
      shop.once('exit', status => reject(new Error(`the shop ended with status ${status}: ${printed}`)))
      shop.stdout.on('data', chunk => {
        printed += String(chunk)
        const [, address] = /open at (http\S+)/.exec(printed) ?? []
        if (address) resolve(address)
      })
    })
    return await work(address)
  } finally {
    shop.kill('SIGTERM')
    await ended
    await rm(dataDir, { recursive: true, force: true })
  }
}
