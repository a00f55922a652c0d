import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const startTimeoutMs = 180_000

/** Starts the demo shop as `npm start` does, on a folder of its own and a free port; stops it after the last journey. */
export default async function startShop(): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tappet-e2e-'))
  const shop = spawn(process.execPath, ['src/server.ts'], {
    cwd: join(import.meta.dirname, '..'),
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      PORT: '0',
      HOST: '127.0.0.1',
      DATABASE_URL: '',
      NODE_ENV: 'test',
      PUBLIC_URL: '',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const { address, admin } = await readWelcome(shop)
  process.env['SHOP_URL'] = address
  process.env['SHOP_ADMIN'] = JSON.stringify(admin)
  return async () => {
    const ended = new Promise(resolve => shop.once('exit', resolve))
    shop.kill('SIGTERM')
    await ended
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** What the shop prints when it is open: where it is, and the first admin's password, which it shows this once. */
function readWelcome(shop: ChildProcess): Promise<{ address: string; admin: { email: string; password: string } }> {
  return new Promise((resolve, reject) => {
    let printed = ''
    const timer = setTimeout(
      () => reject(new Error(`the shop did not open in time; it printed: ${printed}`)),
      startTimeoutMs,
    )
    shop.once('exit', status => reject(new Error(`the shop ended with status ${status}; it printed: ${printed}`)))
    shop.stdout?.on('data', chunk => {
      printed += String(chunk)
      const address = /open at (\S+)/.exec(printed)?.[1]
      const admin = /First admin\s+(\S+)\s+password (\S+)/.exec(printed)
      if (!address || !printed.includes('Stop with')) return
      clearTimeout(timer)
      resolve({ address, admin: { email: admin?.[1] ?? '', password: admin?.[2] ?? '' } })
    })
  })
}
