import { existsSync, readFileSync } from 'node:fs'
import { chmod, chown, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { parse, stringify } from 'yaml'
import { patroniProgram } from '../../launch/machine/many-machines.mjs'
import { findPostgres } from '../../launch/machine/second-postgres.mjs'
import { accountFor } from '#platform/postgres/account'
import { binariesIn } from '#platform/postgres/binaries'
import { eventually } from '../eventually.ts'
import {
  type Machine,
  type Program,
  freePorts,
  isMissing,
  readShipped,
  startHaproxyBy,
  startProgram,
} from './machines.ts'

/** A machine with Patroni and PostgreSQL. */
export type Node = {
  name: string
  /** Its database, not by HAProxy. */
  url: string
  /** The same for PostgreSQL's own administrator. */
  adminUrl: string
  /** Starts Patroni, which starts PostgreSQL. */
  start(): Promise<void>
  /** A signal for PostgreSQL's first process. */
  signalPostgres(signal: NodeJS.Signals): void
  signalPatroni(signal: NodeJS.Signals): void
  /** The same for all that runs on the machine. */
  signalAll(signal: NodeJS.Signals): void
  end(): Promise<void>
}

export type Cluster = {
  /** The database through HAProxy, as the shop asks it. */
  url: string
  /** A standby through HAProxy. */
  replicaUrl: string
  etcd: Machine
  primary(): Promise<Node>
  /** Waits until the other machine has all that is acknowledged; that other machine. */
  untilSynchronous(): Promise<Node>
  /** Hands the office over in good order. */
  switchOver(): Promise<void>
  end(): Promise<void>
}

/** A machine as `/cluster` of Patroni's REST has it. */
type Member = { name: string; role: string; state: string }

const password = 'a-password-for-tests'
const databaseAt = (port: number, user = 'tappet') => `postgresql://${user}:${password}@127.0.0.1:${port}/tappet`
/** Making a cluster, or copying one, on a busy machine. */
const longMs = 120_000

/** etcd, Patroni on two machines and HAProxy, by the files that we hand out, in folders and on ports of their own. */
export async function startCluster(folder: string): Promise<Cluster> {
  // PostgreSQL may have to run as another user, who gets through to a folder of its own.
  await chmod(folder, 0o711)
  const etcd = await startEtcd(folder)
  const ends = [() => endEtcd(etcd)]
  const end = async () => {
    // The last one first: a machine that stops in order says so to etcd.
    for (const endOne of ends.splice(0).toReversed()) await endOne()
  }
  try {
    const nodes = [
      await makeNode(folder, { name: 'one', etcd: etcd.address }),
      await makeNode(folder, { name: 'two', etcd: etcd.address }),
    ]
    const proxy = await startProxy(folder, nodes)
    ends.push(proxy.end)
    // The first one makes the cluster, the other copies it.
    for (const [at, node] of nodes.entries()) {
      ends.push(node.end)
      await node.start()
      await nodeWith(nodes, at === 0 ? 'leader' : 'sync_standby')
    }
    await makeDatabase(proxy.port)
    return {
      url: databaseAt(proxy.port),
      replicaUrl: databaseAt(proxy.replicaPort),
      etcd,
      primary: () => nodeWith(nodes, 'leader'),
      untilSynchronous: () => nodeWith(nodes, 'sync_standby'),
      switchOver: () => switchOver(nodes),
      end,
    }
  } catch (error) {
    await end()
    throw error
  }
}

async function endEtcd(etcd: Machine): Promise<void> {
  etcd.signal('SIGCONT')
  await etcd.end()
}

/** Waits until a machine that serves has this role. */
async function nodeWith(nodes: readonly OpenNode[], role: string): Promise<OpenNode> {
  const find = async () => {
    const holder = (await members(nodes)).find(member => member.role === role && isServing(member))
    return nodes.find(({ name }) => name === holder?.name)
  }
  const node = await eventually(find, node => node !== undefined, longMs).catch(() => undefined)
  if (node) return node
  const states = JSON.stringify(await members(nodes))
  throw new Error(`no machine is ${role}: ${states}${nodes.map(one => `\n\n${one.name}: ${one.lastWords()}`).join('')}`)
}

async function members(nodes: readonly OpenNode[]): Promise<Member[]> {
  for (const { rest } of nodes) {
    const answer = await fetch(`${rest}/cluster`, { signal: AbortSignal.timeout(2000) }).catch(() => undefined)
    if (answer?.ok) return (await answer.json()).members
  }
  return []
}

async function switchOver(nodes: readonly OpenNode[]): Promise<void> {
  const [leader, candidate] = [await nodeWith(nodes, 'leader'), await nodeWith(nodes, 'sync_standby')]
  const authorization = `Basic ${btoa(`patroni:${password}`)}`
  const body = JSON.stringify({ leader: leader.name, candidate: candidate.name })
  const answer = await fetch(`${leader.rest}/switchover`, { method: 'POST', headers: { authorization }, body })
  if (!answer.ok) throw new Error(`no switchover: ${await answer.text()}`)
}

const isServing = ({ state }: Member) => state === 'running' || state === 'streaming'

async function startEtcd(folder: string): Promise<Machine & { address: string }> {
  const [port, peerPort] = await freePorts(2)
  const [address, peers] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${peerPort}`]
  const options = {
    name: 'etcd',
    'data-dir': join(folder, 'etcd'),
    'initial-cluster': `etcd=${peers}`,
    'listen-client-urls': address,
    'advertise-client-urls': address,
    'listen-peer-urls': peers,
    'initial-advertise-peer-urls': peers,
  }
  const args = Object.entries(options).map(([name, value]) => `--${name}=${value}`)
  const isUp = async () => (await fetch(`${address}/health`)).ok
  return { ...(await startProgram('etcd', { args, isUp })), address: `127.0.0.1:${port}` }
}

type OpenNode = Node & { lastWords(): string; rest: string; ports: { postgres: number; rest: number } }

async function makeNode(folder: string, { name, etcd }: { name: string; etcd: string }): Promise<OpenNode> {
  const [postgres = 0, restPort = 0] = await freePorts(2)
  const root = join(folder, name)
  const cluster = join(root, 'cluster')
  await mkdir(root, { mode: 0o700 })
  const programs = findPostgres()?.folder ?? ''
  // As whom PostgreSQL runs, Patroni does.
  const account = accountFor(binariesIn(programs), { root, cluster, sockets: root, log: join(root, 'log') })
  const file = join(root, 'patroni.yml')
  const config = parse(readShipped('patroni.yml'))
  await writeFile(file, stringify(settingsFor(config, { name, root, postgres, restPort, programs, etcd })))
  if (account.ids.uid !== undefined) await chown(file, account.ids.uid, account.ids.gid ?? 0)
  const rest = `http://127.0.0.1:${restPort}`
  const isUp = async () => (await fetch(`${rest}/liveness`)).ok
  return {
    ...controlsOf({ cluster, program: { args: [file], isUp, account } }),
    name,
    rest,
    url: databaseAt(postgres),
    adminUrl: databaseAt(postgres, 'postgres'),
    ports: { postgres, rest: restPort },
  }
}

type Place = { name: string; root: string; postgres: number; restPort: number; programs: string; etcd: string }

/** The file that we hand out, with addresses, folders and passwords of the test. */
// oxlint-disable-next-line typescript/no-explicit-any -- what Patroni reads of it, Patroni checks
function settingsFor(config: any, { name, root, postgres, restPort, programs, etcd }: Place): unknown {
  const [sql, rest] = [`127.0.0.1:${postgres}`, `127.0.0.1:${restPort}`]
  for (const user of Object.values<{ password: string }>(config.postgresql.authentication)) user.password = password
  return {
    ...config,
    name,
    restapi: { listen: rest, connect_address: rest, authentication: { username: 'patroni', password } },
    etcd3: { hosts: [etcd] },
    postgresql: {
      ...config.postgresql,
      listen: sql,
      connect_address: sql,
      data_dir: join(root, 'cluster'),
      bin_dir: programs,
      pgpass: join(root, 'pgpass'),
      // No sockets: their folder is the system's.
      parameters: { unix_socket_directories: '' },
      pg_hba: config.postgresql.pg_hba.map((line: string) => line.replace('10.0.0.0/24', '127.0.0.1/32')),
    },
  }
}

type Controls = Pick<OpenNode, 'lastWords' | 'start' | 'signalPostgres' | 'signalPatroni' | 'signalAll' | 'end'>

function controlsOf({ cluster, program }: { cluster: string; program: Program }): Controls {
  let patroni: Machine | undefined
  const postmaster = () => {
    const file = join(cluster, 'postmaster.pid')
    const pid = existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : 0
    return isPostgres(pid) ? pid : undefined
  }
  const signalAll = (signal: NodeJS.Signals) => {
    patroni?.signal(signal)
    const first = postmaster()
    if (first === undefined) return
    for (const pid of [first, ...childrenOf(first)]) send(pid, signal)
  }
  return {
    async start() {
      patroni = await startProgram(patroniProgram() ?? 'patroni', program)
    },
    signalPostgres(signal) {
      const pid = postmaster()
      if (pid === undefined) throw new Error('PostgreSQL does not run')
      send(pid, signal)
    },
    signalPatroni: signal => patroni?.signal(signal),
    lastWords: () => patroni?.lastWords() ?? '',
    signalAll,
    async end() {
      signalAll('SIGCONT')
      // In good order, or PostgreSQL leaves shared memory behind.
      await patroni?.end()
      signalAll('SIGKILL')
    },
  }
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    // It has ended meanwhile.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** A file of a PostgreSQL that was killed may name a process that is another's by now. */
const isPostgres = (pid: number) => textOf(`/proc/${pid}/comm`).trim() === 'postgres'

const childrenOf = (pid: number) => textOf(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean).map(Number)

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

type Proxy = Machine & { port: number; replicaPort: number }

async function startProxy(folder: string, nodes: readonly OpenNode[]): Promise<Proxy> {
  const [port = 0, replicaPort = 0] = await freePorts(2)
  const servers = nodes.map(({ name, ports }) => `    server ${name} 127.0.0.1:${ports.postgres} port ${ports.rest}\n`)
  const text = readShipped('haproxy-postgres.cfg')
    .replace('bind 127.0.0.1:5433', `bind 127.0.0.1:${port}`)
    .replace('bind 127.0.0.1:5434', `bind 127.0.0.1:${replicaPort}`)
    .replace(/(^ {4}server .*\n)+/gm, servers.join(''))
  const isUp = async () => true
  return { ...(await startHaproxyBy(join(folder, 'haproxy-postgres.cfg'), text, isUp)), port, replicaPort }
}

/** As the page of `deploy/` says. */
async function makeDatabase(port: number): Promise<void> {
  const connectionString = `postgresql://postgres:${password}@127.0.0.1:${port}/postgres`
  const connected = async () => {
    const client = new pg.Client({ connectionString })
    await client.connect()
    return client
  }
  const client = await eventually(
    () => connected().catch(() => undefined),
    client => client !== undefined,
  )
  await client?.query(`create role tappet login password '${password}'`)
  await client?.query('create database tappet owner tappet')
  await client?.end()
}

/** Whether one of the programs is not there. */
export const isClusterMissing = (): boolean =>
  ['etcd', 'haproxy'].some(isMissing) || patroniProgram() === undefined || findPostgres() === undefined
