import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { embeddedBinaries } from './binaries.server.ts'
import { embeddedInitArguments, type RunningPostgres, startPostgres } from './process.server.ts'
import { programEnvironment } from '#test/shop/process'
import { long } from '#test/tiers'
import { StartupProblem } from '../startup.server.ts'

const timeout = 60_000
let folder: string
let open: RunningPostgres[]
let starters: ChildProcess[]

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'tappet-test-'))
  open = []
  starters = []
})

afterEach(async () => {
  for (const starter of starters) await kill(starter)
  for (const postgres of open) await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
})

async function start(
  directory = path.join(folder, 'database'),
  tell: (trouble: string) => void = () => undefined,
): Promise<RunningPostgres> {
  // Durable all the same: what is not flushed is only the empty cluster, which no test outlives.
  const initArguments = [...embeddedInitArguments, '--no-sync']
  const postgres = await startPostgres({ binaries: embeddedBinaries(), directory, initArguments, tell })
  open.push(postgres)
  return postgres
}

async function kill(starter: ChildProcess): Promise<void> {
  if (starter.exitCode !== null || starter.signalCode !== null) return
  const ended = once(starter, 'exit')
  starter.kill('SIGKILL')
  await ended
}

async function query<Row>(url: string, text: string): Promise<Row[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(text)).rows as Row[]
  } finally {
    await client.end()
  }
}

/** Another process that starts the same database, says so, and then only waits. */
async function startElsewhere(directory: string): Promise<ChildProcess> {
  const program = `
    import { embeddedBinaries, embeddedInitArguments, startPostgres } from ${JSON.stringify(import.meta.resolve('./process.server.ts'))}
    const initArguments = [...embeddedInitArguments, '--no-sync']
    const postgres = await startPostgres({ binaries: embeddedBinaries(), directory: process.argv[1], initArguments })
    console.log('started')
    process.stdin.on('data', () => postgres.stop().then(() => process.exit(0)))`
  const starter = spawn(process.execPath, ['--input-type=module', '-e', program, directory], {
    env: programEnvironment(),
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  starters.push(starter)
  if (!starter.stdout) throw new Error('the starter has no output')
  await once(starter.stdout, 'data')
  return starter
}

test('[D5.13] the first start makes a durable UTF-8 database that only a socket reaches', { timeout }, async () => {
  const postgres = await start()
  expect(postgres.adopted).toBe(false)
  const settings = await query(
    postgres.url,
    `SELECT current_database() AS database, current_setting('fsync') AS fsync,
      current_setting('listen_addresses') AS addresses, current_setting('server_encoding') AS encoding,
      current_setting('TimeZone') AS zone, lower('ÄÉ') AS lowered`,
  )
  expect(settings).toEqual([
    { database: 'tappet', fsync: 'on', addresses: '', encoding: 'UTF8', zone: 'UTC', lowered: 'äé' },
  ])
  const sockets = new URL(postgres.url).searchParams.get('host') ?? ''
  expect(sockets).toBe(path.join(folder, 'database', 'run'))
  expect(statSync(sockets).mode & 0o777).toBe(0o700)
  expect(await query(postgres.adminUrl('postgres'), 'SELECT current_database() AS name')).toEqual([
    { name: 'postgres' },
  ])
})

test('a restart keeps what was written, and stopping twice is stopping once', { timeout, ...long }, async () => {
  const first = await start()
  await query(first.url, 'CREATE TABLE kept AS SELECT 42 AS answer')
  await Promise.all([first.stop(), first.stop()])
  await first.stop()
  await expect(query(first.url, 'SELECT 1')).rejects.toThrow()
  const second = await start()
  expect(second.adopted).toBe(false)
  expect(await query(second.url, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }])
})

test('the server outlives the kill of its starter, and the next one adopts and can stop it', { timeout }, async () => {
  const directory = path.join(folder, 'database')
  const starter = await startElsewhere(directory)
  await kill(starter)
  const postgres = await start(directory)
  expect(postgres.adopted).toBe(true)
  await query(postgres.url, 'SELECT 1')
  await postgres.stop()
  expect(existsSync(path.join(directory, 'cluster', 'postmaster.pid'))).toBe(false)
})

test('a process that stops leaves the server to another that still uses it', { timeout }, async () => {
  const directory = path.join(folder, 'database')
  const starter = await startElsewhere(directory)
  const postgres = await start(directory)
  starter.stdin?.write('stop')
  expect(await once(starter, 'exit')).toEqual([0, null])
  await query(postgres.url, 'SELECT 1')
  await postgres.stop()
  await expect(query(postgres.url, 'SELECT 1')).rejects.toThrow()
})

test('a process whose sign of presence was cut off gives it again, and keeps its server', { timeout }, async () => {
  const directory = path.join(folder, 'database')
  const postgres = await start(directory)
  const holders = "FROM pg_locks WHERE locktype = 'advisory' AND granted"
  const present = () => query<{ pid: number }>(postgres.url, `SELECT pid ${holders}`)
  const [before] = await present()
  await query(postgres.url, `SELECT pg_terminate_backend(pid) ${holders}`)
  await vi.waitFor(async () => {
    const now = await present()
    expect(now).toHaveLength(1)
    expect(now).not.toContainEqual(before)
  }, 10_000)
  const starter = await startElsewhere(directory)
  starter.stdin?.write('stop')
  expect(await once(starter, 'exit')).toEqual([0, null])
  await query(postgres.url, 'SELECT 1')
  await postgres.stop()
  await expect(query(postgres.url, 'SELECT 1')).rejects.toThrow()
})

/** The server's process and no other: its folder says whose it is. */
function killServer(directory: string): void {
  const [pid] = readFileSync(path.join(directory, 'cluster', 'postmaster.pid'), 'utf8').split('\n')
  process.kill(Number(pid), 'SIGKILL')
}

const answers = (postgres: RunningPostgres) =>
  vi.waitFor(() => query(postgres.url, 'SELECT 42 AS answer'), { timeout: 30_000, interval: 100 })

test('a server that is killed under a running program is started again, and that is told', { timeout }, async () => {
  const directory = path.join(folder, 'database')
  const notices: string[] = []
  const postgres = await start(directory, trouble => notices.push(trouble))
  await query(postgres.url, 'CREATE TABLE kept AS SELECT 42 AS answer')
  for (let time = 1; time <= 2; time++) {
    killServer(directory)
    const returns = () => notices.filter(line => line === 'The database answers again.')
    await vi.waitFor(() => expect(returns()).toHaveLength(time), { timeout: 30_000, interval: 100 })
    expect(await query(postgres.url, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }])
  }
  const course = ['The database has ended. It is started again.', 'The database answers again.']
  expect(notices.filter(line => !line.includes('does not start'))).toEqual([...course, ...course])
  await postgres.stop()
  expect(existsSync(path.join(directory, 'cluster', 'postmaster.pid'))).toBe(false)
})

test('a program that stops while its server is started again leaves no server behind', { timeout }, async () => {
  const directory = path.join(folder, 'database')
  const isRevived = Promise.withResolvers<void>()
  const postgres = await start(directory, trouble => {
    if (trouble.includes('It is started again.')) isRevived.resolve()
  })
  killServer(directory)
  await isRevived.promise
  await postgres.stop()
  expect(existsSync(path.join(directory, 'cluster', 'postmaster.pid'))).toBe(false)
})

test(
  'a server that cannot start again is tried until it can, each failure told with its reason',
  { timeout },
  async () => {
    const directory = path.join(folder, 'database')
    const notices: string[] = []
    const postgres = await start(directory, trouble => notices.push(trouble))
    const version = path.join(directory, 'cluster', 'PG_VERSION')
    const right = readFileSync(version, 'utf8')
    writeFileSync(version, '9\n')
    killServer(directory)
    await vi.waitFor(() => expect(notices.join('\n')).toContain('incompatible'), { timeout: 30_000, interval: 100 })
    writeFileSync(version, right)
    expect(await answers(postgres)).toEqual([{ answer: 42 }])
  },
)

test('two processes that start one new directory at once share one server', { timeout }, async () => {
  const directory = path.join(folder, 'database')
  const [, postgres] = await Promise.all([startElsewhere(directory), start(directory)])
  await query(postgres.url, 'SELECT 1')
  const third = await start(directory)
  expect(third.adopted).toBe(true)
  expect(third.url).toBe(postgres.url)
})

test('a path too long for a socket, with every odd character, still works', { timeout }, async () => {
  const directory = path.join(folder, `a b,c"d'e#f%20g?h&i=ü`, 'long'.repeat(30))
  const postgres = await start(directory)
  const sockets = new URL(postgres.url).searchParams.get('host') ?? ''
  expect(path.dirname(sockets)).toBe(tmpdir())
  expect(statSync(sockets).mode & 0o777).toBe(0o700)
  expect(await query(postgres.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  await postgres.stop()
  rmSync(sockets, { recursive: true })
})

test('odd characters in a short path reach the server and the client', { timeout, ...long }, async () => {
  const directory = path.join(folder, `a b,c"d'#%20?&=ü`)
  const postgres = await start(directory)
  expect(new URL(postgres.url).searchParams.get('host')).toBe(path.join(directory, 'run'))
  expect(await query(postgres.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
})

test.each([
  ['a dead process', 2 ** 22 + 1],
  ['a living process of another kind', process.ppid],
])('lock files that name %s do not block the start', { timeout }, async (_whose, pid) => {
  const directory = path.join(folder, 'database')
  const first = await start(directory)
  const locks = ['cluster/postmaster.pid', 'run/.s.PGSQL.5432.lock'].map(name => path.join(directory, name))
  const texts = locks.map(file => readFileSync(file, 'utf8').replace(/^\d+/, String(pid)))
  await first.stop()
  locks.forEach((file, index) => writeFileSync(file, texts[index] ?? '', { mode: 0o600 }))
  const second = await start(directory)
  expect(second.adopted).toBe(false)
  await query(second.url, 'SELECT 1')
})

test('what a killed initialisation left behind is removed', { timeout }, async () => {
  const directory = path.join(folder, 'database')
  const abandoned = path.join(directory, `cluster.init-${2 ** 22 + 1}`)
  mkdirSync(abandoned, { recursive: true })
  await start(directory)
  expect(existsSync(abandoned)).toBe(false)
})

test('without user namespaces the database starts as well', { timeout, ...long }, async () => {
  chmodSync(folder, 0o755) // An ordinary user must reach it, as in any usual data directory.
  const tools = path.join(folder, 'tools')
  mkdirSync(tools)
  writeFileSync(path.join(tools, 'unshare'), '#!/bin/sh\nexit 1\n', { mode: 0o755 })
  const searchPath = process.env.PATH
  process.env.PATH = `${tools}:${searchPath}`
  try {
    const first = await start()
    await query(first.url, 'CREATE TABLE kept AS SELECT 42 AS answer')
    await first.stop()
    const second = await start()
    expect(await query(second.url, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }])
  } finally {
    process.env.PATH = searchPath
  }
})

test('a directory that is a file is refused with one line that says what to do', async () => {
  const file = path.join(folder, 'file')
  writeFileSync(file, '')
  const refusal = await start(file).catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(StartupProblem)
  expect(String(refusal)).toContain(file)
  expect(String(refusal)).toContain('DATA_DIR')
})

test('a cluster that PostgreSQL cannot use is refused with its own reason', { timeout }, async () => {
  const directory = path.join(folder, 'database')
  await (await start(directory)).stop()
  writeFileSync(path.join(directory, 'cluster', 'PG_VERSION'), '9\n')
  const refusal = await start(directory).catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(StartupProblem)
  expect(String(refusal)).toContain('incompatible')
  expect(String(refusal)).not.toContain('\n')
})
