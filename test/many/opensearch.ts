import { chmod, chown, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findOpenSearch } from '../../launch/machine/opensearch.mjs'
import { type Machine, freePorts, startProgram } from './machines.ts'

/** `npm run test:long` fetches it. */
export const isOpenSearchMissing = (): boolean => findOpenSearch() === undefined

export type SearchNode = Machine & { address: string }

/** Three of them start at once, on a machine that is busy. */
const startMs = 240_000
const nobody = { uid: 65_534, gid: 65_534 }

/** So many nodes of one OpenSearch, on ports and in a folder of their own. */
export async function startOpenSearch(
  folder: string,
  { count = 1, heap = '512m' }: { count?: number; heap?: string } = {},
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
    const program = { args: javaArguments(home, { heap, isBrief: count > 1 }), isUp, account, withinMs: startMs }
    return { ...(await startProgram('java', program)), address }
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
function javaArguments(home: string, { heap, isBrief }: { heap: string; isBrief: boolean }): string[] {
  const { folder = '' } = findOpenSearch() ?? {}
  return [
    `-Xms${heap}`,
    `-Xmx${heap}`,
    ...(isBrief ? ['-XX:TieredStopAtLevel=1'] : []),
    // It sets one up at its start, which later releases of Java allow only where they are told to.
    '-Djava.security.manager=allow',
    `-Djava.io.tmpdir=${home}/tmp`,
    `-Dopensearch.path.home=${folder}`,
    `-Dopensearch.path.conf=${home}/config`,
    '-cp',
    `${folder}/lib/*`,
    'org.opensearch.bootstrap.OpenSearch',
  ]
}
