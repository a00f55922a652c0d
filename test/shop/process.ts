import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildIfStale, nodeEnvironment, nodeOptions, program } from '../../launch/setup.mjs'
import { createPool, openDatabase } from '#platform/database'
import { socketUrl } from '#platform/postgres/connection'
import { embeddedBinaries } from '#platform/postgres/binaries'
import { startPostgres } from '#platform/postgres/process'
import { type Person, bearer, request } from '../factories.ts'

const root = join(import.meta.dirname, '../..')

/** A third of a start is compiling, which the first one does for all. */
export const compileCache = join(tmpdir(), 'tappet-test-compiled')

/** For a program of the project: these settings, and none of whoever runs the tests. */
export function programEnvironment(settings: Environment = {}): Environment {
  const { PATH = '', HOME = '' } = process.env
  return { PATH, HOME, NODE_COMPILE_CACHE: compileCache, ...settings }
}

/** The first admin of these shops: a verified account without a mail, with the password of the factories. */
export const owner = { ADMIN_EMAIL: 'owner@example.com', ADMIN_PASSWORD: 'a long test password' }

type Environment = Record<string, string>
type End = { status: number | null; signal: NodeJS.Signals | null; stdout: string; stderr: string }

export type ShopProcess = {
  address: string
  /** What it printed when it opened. */
  welcome: string
  payment: { publishableKey: string }
  pid: number
  /** Sends a signal and waits for the end. */
  end(signal: NodeJS.Signals): Promise<End>
  signal(signal: NodeJS.Signals): void
  ended: Promise<End>
}

let built: Promise<void> | undefined

/** A start needs the program and its pages. The gate has built them by then; a run of one file builds them where they are stale. */
export function buildOnce(): Promise<void> {
  built ??= buildIfStale()
  return built
}

type Launched = { child: ChildProcess; ended: Promise<End>; output: () => string }

/** The program as `npm start` runs it, with these settings and nobody else's, until it ends or is ended. */
export const launchServer = (environment: Environment): Launched =>
  launch([...nodeOptions, join(root, program)], {
    ...nodeEnvironment,
    HOST: '127.0.0.1',
    PORT: '0',
    ...environment,
  })

/** `npm run tappet -- WORDS`, with these settings and nobody else's; nobody sits before it. */
export const launchCommand = (environment: Environment, ...words: string[]): Launched =>
  launch([join(root, 'src/app/cli.ts'), ...words], environment)

function launch(args: string[], environment: Environment): Launched {
  const child = spawn(process.execPath, args, {
    // A `.env` of whoever runs the tests lies in the project's folder, and is not read here.
    cwd: '/',
    env: programEnvironment({ DEMO: 'no', ...environment }),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let stdout = ''
  let stderr = ''
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (stdout += text))
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (stderr += text))
  const ended = once(child, 'close').then(() => ({ status: child.exitCode, signal: child.signalCode, stdout, stderr }))
  return { child, ended, output: () => stdout }
}

/** Starts a shop in a process of its own and waits until it has said where it is. */
export async function startShopProcess(environment: Environment): Promise<ShopProcess> {
  const { child, ended, output } = launchServer(environment)
  await new Promise<void>((resolve, reject) => {
    child.stdout?.on('data', () => {
      if (output().includes('Stop with Ctrl-C')) resolve()
    })
    ended.then(end => reject(new Error(`the shop ended while it started: ${JSON.stringify(end)}`)), reject)
  })
  const welcome = output()
  const [, address = ''] = /Tappet is open at (http\S+)/.exec(welcome) ?? []
  const config = await request(`${address}/api/config`, 'GET')
  return {
    address,
    welcome,
    payment: { publishableKey: config.body.payments.publishableKey },
    pid: child.pid ?? 0,
    signal: signal => void child.kill(signal),
    async end(signal) {
      child.kill(signal)
      return ended
    },
    ended,
  }
}

/** Starts a shop that cannot start, and waits for its end; one that does start is told to stop. */
export async function startInVain(environment: Environment): Promise<End> {
  const { child, ended, output } = launchServer(environment)
  child.stdout?.on('data', () => {
    if (output().includes('Stop with Ctrl-C')) child.kill('SIGTERM')
  })
  return ended
}

/** The embedded database of a data folder, as it runs now. */
export function embeddedDatabase(dataDir: string): { pid: number; url: string } | undefined {
  const file = join(dataDir, 'postgres/cluster/postmaster.pid')
  if (!existsSync(file)) return undefined
  const lines = readFileSync(file, 'utf8').split('\n')
  return { pid: Number(lines[0]), url: socketUrl(lines[4] ?? '', 'tappet') }
}

/** Stops what a killed shop left running, as the next start would find it. */
export async function stopEmbeddedDatabase(dataDir: string): Promise<void> {
  if (!embeddedDatabase(dataDir)) return
  const directory = join(dataDir, 'postgres')
  const running = await startPostgres({ binaries: embeddedBinaries(), directory, initArguments: [] })
  await running.stop()
}

/** Somebody who holds a token, and now calls at another address of the same shop. */
export function movedTo(shop: { address: string }, person: Person): Person {
  return {
    ...person,
    call: (method, path, body, headers) =>
      request(`${shop.address}/api${path}`, method, body, { ...bearer(person.token), ...headers }),
  }
}

/** The shop's database as a test reads and writes it, beside the shop. */
export function connect(url: string) {
  return openDatabase(createPool(url, { max: 2, name: 'tappet test' }))
}
