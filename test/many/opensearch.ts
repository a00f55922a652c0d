import { chmod, chown, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type OpenSearch, findOpenSearches, releases } from '../../launch/machine/opensearch.mjs'
import { type Machine, freePorts, startProgram } from './machines.ts'

/** The releases to try the shop with, each as it was fetched: `npm run test:long` does that. */
export const openSearches: readonly { version: string; release: OpenSearch | undefined }[] = releases.map(
  ({ version }) => ({
    version,
    release: findOpenSearches().find(one => one.version === version),
  }),
)

export type SearchNode = Machine & { address: string }

/** Three of them start at once, on a machine that is busy. */
const startMs = 240_000
const nobody = { uid: 65_534, gid: 65_534 }

/** So many nodes of one OpenSearch of a release, on ports and in a folder of their own. */
export async function startOpenSearch(
  { version, folder: jars, java }: OpenSearch,
  { folder, count = 1, heap = '512m' }: { folder: string; count?: number; heap?: string },
): Promise<SearchNode[]> {
  // It refuses to be root, and another user gets through to folders of its own.
  await chmod(folder, 0o711)
  const ports = await freePorts(2 * count)
  const plans = Array.from({ length: count }, (_, at) => ({
    name: `search${at}`,
    port: ports[2 * at] ?? 0,
    transport: ports[2 * at + 1] ?? 0,
  }))
  const seeds = plans.map(({ transport }) => `127.0.0.1:${transport}`).join(',')
  const names = plans.map(({ name }) => name).join(',')
  const starting = plans.map(async ({ name, port, transport }): Promise<SearchNode> => {
    const home = await makeHome(folder, name, [
      `cluster.name: tests`,
      `node.name: ${name}`,
      // Not beyond this machine, and so none of what it demands of a machine in earnest.
      `network.host: 127.0.0.1`,
      `http.port: ${port}`,
      `transport.port: ${transport}`,
      ...(count === 1
        ? ['discovery.type: single-node']
        : [`discovery.seed_hosts: ${seeds}`, `cluster.initial_cluster_manager_nodes: ${names}`]),
      // What else is on the disk of whoever runs the tests is none of its business.
      `cluster.routing.allocation.disk.threshold_enabled: false`,
    ])
    const address = `http://127.0.0.1:${port}`
    const isUp = async () => {
      const { number_of_nodes: nodes } = await (await fetch(`${address}/_cluster/health`)).json()
      return nodes === count
    }
    const account = process.geteuid?.() === 0 ? { wrapper: [], ids: nobody } : { wrapper: [], ids: {} }
    const program = {
      args: javaArguments(home, { version, jars, heap, isBrief: count > 1 }),
      isUp,
      account,
      withinMs: startMs,
    }
    return { ...(await startProgram(java, program)), address }
  })
  const started = await Promise.allSettled(starting)
  const nodes = started.flatMap(one => (one.status === 'fulfilled' ? [one.value] : []))
  const failed = started.find(one => one.status === 'rejected')
  if (!failed) return nodes
  await Promise.all(nodes.map(node => node.end()))
  throw failed.reason
}

/** What a node has for itself: its settings, its data, and room for what it unpacks. */
async function makeHome(folder: string, name: string, settings: readonly string[]): Promise<string> {
  const home = join(folder, name)
  const parts = ['config', 'data', 'logs', 'tmp'].map(part => join(home, part))
  for (const part of parts) await mkdir(part, { recursive: true })
  const paths = [`path.data: ${home}/data`, `path.logs: ${home}/logs`]
  await writeFile(join(home, 'config/opensearch.yml'), `${[...settings, ...paths].join('\n')}\n`)
  await writeFile(join(home, 'config/log4j2.properties'), logging)
  if (process.geteuid?.() === 0) for (const part of parts) await chown(part, nobody.uid, nobody.gid)
  return home
}

const logging = `appender.console.type = Console
appender.console.name = console
appender.console.target = SYSTEM_ERR
appender.console.layout.type = PatternLayout
appender.console.layout.pattern = [%d{ISO8601}][%-5p][%c{1.}] %m%n
rootLogger.level = warn
rootLogger.appenderRef.console.ref = console
`

/** `isBrief`: several at once on one machine, for a few minutes: to translate more of it well would take longer than it is run. */
type Running = { version: string; jars: string; heap: string; isBrief: boolean }

function javaArguments(home: string, { version, jars, heap, isBrief }: Running): string[] {
  return [
    `-Xms${heap}`,
    `-Xmx${heap}`,
    ...(isBrief ? ['-XX:TieredStopAtLevel=1'] : []),
    // Those before 3 set one up at their start, which Java allows only where it is told to, and from 24 on not at all.
    ...(version.startsWith('2.') ? ['-Djava.security.manager=allow'] : []),
    `-Djava.io.tmpdir=${home}/tmp`,
    `-Dopensearch.path.home=${jars}`,
    `-Dopensearch.path.conf=${home}/config`,
    '-cp',
    `${jars}/lib/*`,
    'org.opensearch.bootstrap.OpenSearch',
  ]
}
