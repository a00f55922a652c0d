import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { type Server, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { giveDrawings } from '../files/drawings.ts'
import { eventually } from '../eventually.ts'
import {
  buildOnce,
  embeddedDatabase,
  launchServer,
  startInVain,
  startShopProcess,
  stopEmbeddedDatabase,
} from '../shop/process.ts'

const timeout = 120_000
const root = join(import.meta.dirname, '../..')

let dataDir: string
let occupant: Server | undefined

beforeAll(buildOnce, timeout)
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tappet-signals-'))
})
afterEach(async () => {
  occupant?.close()
  await stopEmbeddedDatabase(dataDir)
  await rm(dataDir, { recursive: true, force: true })
}, timeout)

describe('a signal', { timeout }, () => {
  it.each(['SIGTERM', 'SIGHUP'] as const)('%s while the database opens leaves no database behind', async signal => {
    const { child, ended } = launchServer({ DATA_DIR: dataDir })
    await eventually(
      async () => embeddedDatabase(dataDir),
      database => database !== undefined,
      // A first start makes the whole cluster, which takes a busy machine long.
      timeout / 2,
    )
    child.kill(signal)
    expect(await ended).toEqual({ status: 0, signal: null, stdout: `\nStopping (${signal}) . . .\n`, stderr: '' })
    expect(embeddedDatabase(dataDir)).toBeUndefined()
  })

  it('by which a terminal hangs up stops the shop in order', async () => {
    const shop = await startShopProcess({ DATA_DIR: dataDir })
    expect(await shop.end('SIGHUP')).toMatchObject({ status: 0, stderr: '' })
    expect(embeddedDatabase(dataDir)).toBeUndefined()
  })

  it('by which a terminal hangs up is passed on by the launcher', async () => {
    const program = `
      import { run } from ${JSON.stringify(join(root, 'launch/process.mjs'))}
      const child = "process.on('SIGHUP', () => process.exit(7)); setInterval(() => {}, 1000); console.log('ready')"
      const { status } = await run(process.execPath, ['-e', child])
      process.exitCode = status`
    const launcher = spawn(process.execPath, ['--input-type=module', '-e', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await once(launcher.stdout, 'data')
    launcher.kill('SIGHUP')
    expect(await once(launcher, 'exit')).toEqual([7, null])
  })
})

describe('a first start in demo mode', { timeout }, () => {
  it('that finds its port taken makes up no admin password that nobody would see', async () => {
    occupant = createServer().listen(0, '127.0.0.1')
    await once(occupant, 'listening')
    const { port } = occupant.address() as { port: number }
    const environment = { DATA_DIR: dataDir, DEMO: 'yes' }
    await giveDrawings(dataDir)
    const failed = await startInVain({ ...environment, PORT: String(port) })
    expect(failed).toMatchObject({ status: 1, stderr: expect.stringContaining('is taken') })
    expect(failed.stdout).not.toContain('First admin')
    const shop = await startShopProcess(environment)
    expect((await shop.end('SIGTERM')).stdout).toMatch(/First admin +\S+ +password \S+ +\(shown this once\)/)
    const again = await startShopProcess(environment)
    expect((await again.end('SIGTERM')).stdout).not.toContain('First admin')
  })
})
