import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { root, run } from '../process.mjs'
import { withProgress } from '../progress.mjs'
import { causeIn, provideProgram } from './system-packages.mjs'

const version = '2.19.6'
/** Those that it runs on: what it was made for, and the last that can do what it demands of Java. */
const javas = { least: 11, most: 23 }

/** Where it is kept for the next run. Whoever runs the tests may be root, as which it does not run: another user gets there, too. */
const cache = path.join(tmpdir(), `tappet-test-opensearch-${version}`)
const transport = 'modules/transport-netty4'

/** The OpenSearch that was fetched, as `{ folder }` with its jars; `undefined` where there is none, or no Java that runs it. */
export function findOpenSearch() {
  return existsSync(cache) && !whyNoJava() ? { folder: cache } : undefined
}

/** As `findOpenSearch`, fetched from Maven Central where it is not there yet; or `{ reason }`. */
export async function provideOpenSearch() {
  const reason = (await provide('java', 'default-jre-headless')) ?? whyNoJava()
  if (reason) return { reason: `no OpenSearch here (${reason})` }
  if (!existsSync(cache)) {
    const hindrance = (await provide('mvn', 'maven')) ?? (await fetchIt())
    if (hindrance) return { reason: `no OpenSearch here (${hindrance})` }
  }
  return findOpenSearch()
}

/** Why a program is not here and cannot be had, or `undefined`. */
async function provide(program, from) {
  const hindrance = await provideProgram(program, from)
  return hindrance && `no ${program}: ${hindrance}`
}

function whyNoJava() {
  const { stderr } = spawnSync('java', ['-version'], { encoding: 'utf8' })
  const major = Number(/version "(?:1\.)?(\d+)/.exec(stderr ?? '')?.[1] ?? 0)
  if (major >= javas.least && major <= javas.most) return undefined
  return `it wants a Java of ${javas.least} to ${javas.most}, and there is ${major || 'none'}`
}

/** Into a folder beside the cache first: what is there is whole. Resolves to why it could not be had, or to `undefined`. */
async function fetchIt() {
  const target = mkdtempSync(`${cache}-`)
  try {
    const pom = path.join(root, 'launch/machine/opensearch.pom.xml')
    const settings = [`-Dopensearch=${version}`, `-Dtarget=${target}`]
    const args = ['--batch-mode', '--quiet', '--strict-checksums', '-f', pom, ...settings, 'process-resources']
    const fetched = await withProgress({ doing: 'Fetching OpenSearch', done: 'Done with OpenSearch' }, () =>
      run('mvn', args, { quiet: true }),
    )
    if (fetched.status !== 0) return `Maven: ${causeIn(fetched.output)}`
    // It would make them, and is nobody here who may.
    for (const folder of ['bin', 'plugins']) mkdirSync(path.join(target, folder))
    describeTransport(path.join(target, transport))
    spawnSync('chmod', ['-R', 'a+rX', target])
    renameSync(target, cache)
    return undefined
  } finally {
    rmSync(target, { recursive: true, force: true })
  }
}

/** What its package has beside the jars of a module. */
function describeTransport(folder) {
  const lines = [
    'name=transport-netty4',
    'description=HTTP and the transport between nodes',
    'classname=org.opensearch.transport.Netty4Plugin',
    `version=${version}`,
    `opensearch.version=${version}`,
    `java.version=${javas.least}`,
  ]
  writeFileSync(path.join(folder, 'plugin-descriptor.properties'), `${lines.join('\n')}\n`)
  writeFileSync(path.join(folder, 'plugin-security.policy'), 'grant { permission java.security.AllPermission; };\n')
}
