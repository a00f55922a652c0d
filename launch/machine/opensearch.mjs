import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { root, run } from '../process.mjs'
import { withProgress } from '../progress.mjs'
import { causeIn, provideProgram } from './system-packages.mjs'

/** The releases that the shop is tried with, the Javas that run each, and what they are made of. */
export const releases = [
  { version: '2.19.6', log4j: '2.25.4', javas: { least: 11, most: 23 }, transport: 'Netty4Plugin', profiles: [] },
  {
    version: '3.9.0',
    log4j: '2.25.5',
    javas: { least: 21, most: 25 },
    transport: 'Netty4ModulePlugin',
    profiles: ['--activate-profiles', 'watched'],
  },
]

/** Where one is kept for the next run. Whoever runs the tests may be root, as which it does not run: another user gets there, too. */
const cacheOf = ({ version }) => path.join(tmpdir(), `tappet-test-opensearch-${version}`)
const transportFolder = 'modules/transport-netty4'

/** Those that were fetched and have a Java here: `{ version, folder, java }`, the folder with its jars, the program that runs it. */
export function findOpenSearches() {
  return releases.flatMap(release => {
    const [folder, java] = [cacheOf(release), findJava(release)]
    return existsSync(folder) && java ? [{ version: release.version, folder, java }] : []
  })
}

/** Fetches from Maven Central what is not there yet; resolves to why a release cannot be had, of each that cannot. */
export async function provideOpenSearches() {
  const hindrance = await provide('java', 'default-jre-headless')
  const reasons = []
  for (const release of releases) {
    const reason = hindrance ?? whyNoJava(release) ?? (await provideRelease(release))
    if (reason) reasons.push(`no OpenSearch ${release.version} here (${reason})`)
  }
  return reasons
}

async function provideRelease(release) {
  if (existsSync(cacheOf(release))) return undefined
  return (await provide('mvn', 'maven')) ?? fetchIt(release)
}

/** Why a program is not here and cannot be had, or `undefined`. */
async function provide(program, from) {
  const hindrance = await provideProgram(program, from)
  return hindrance && `no ${program}: ${hindrance}`
}

/** Where the system has its Javas, beside the one that answers to `java`. */
const javaFolder = '/usr/lib/jvm'

/** The first Java here that runs a release. */
function findJava({ javas }) {
  return javasHere().find(({ major }) => major >= javas.least && major <= javas.most)?.program
}

function javasHere() {
  const homes = [process.env.JAVA_HOME, ...(existsSync(javaFolder) ? readdirSync(javaFolder) : [])].filter(Boolean)
  const programs = ['java', ...homes.map(home => path.resolve(javaFolder, home, 'bin/java')).filter(existsSync)]
  return programs.map(program => ({ program, major: majorOf(program) }))
}

/** 0 where it does not run. */
function majorOf(program) {
  const { stderr } = spawnSync(program, ['-version'], { encoding: 'utf8' })
  return Number(/version "(?:1\.)?(\d+)/.exec(stderr ?? '')?.[1] ?? 0)
}

function whyNoJava(release) {
  if (findJava(release)) return undefined
  const { least, most } = release.javas
  const here = new Set(javasHere().map(({ major }) => major || 'none'))
  return `it wants a Java of ${least} to ${most}, and there is ${[...here].join(' and ')}`
}

/** Into a folder beside the cache first: what is there is whole. Resolves to why it could not be had, or to `undefined`. */
async function fetchIt(release) {
  const { version, log4j, profiles } = release
  const target = mkdtempSync(`${cacheOf(release)}-`)
  try {
    const pom = path.join(root, 'launch/machine/opensearch.pom.xml')
    const settings = [`-Dopensearch=${version}`, `-Dlog4j=${log4j}`, `-Dtarget=${target}`]
    const args = [
      '--batch-mode',
      '--quiet',
      '--strict-checksums',
      '-f',
      pom,
      ...profiles,
      ...settings,
      'process-resources',
    ]
    const fetched = await withProgress(
      { doing: `Fetching OpenSearch ${version}`, done: `Done with OpenSearch ${version}` },
      () => run('mvn', args, { quiet: true }),
    )
    if (fetched.status !== 0) return `Maven: ${causeIn(fetched.output)}`
    // It would make them, and is nobody here who may.
    for (const folder of ['bin', 'plugins']) mkdirSync(path.join(target, folder))
    completeTransport(target, release)
    spawnSync('chmod', ['-R', 'a+rX', target])
    renameSync(target, cacheOf(release))
    return undefined
  } finally {
    rmSync(target, { recursive: true, force: true })
  }
}

/** A module has its own jars alone, and beside them what its package says of it. */
function completeTransport(target, { version, javas, transport }) {
  const [folder, lib] = [path.join(target, transportFolder), path.join(target, 'lib')]
  for (const jar of readdirSync(lib).filter(name => name.startsWith('opensearch-netty4-'))) {
    renameSync(path.join(lib, jar), path.join(folder, jar))
  }
  const lines = [
    'name=transport-netty4',
    'description=HTTP and the transport between nodes',
    `classname=org.opensearch.transport.${transport}`,
    `version=${version}`,
    `opensearch.version=${version}`,
    `java.version=${javas.least}`,
  ]
  writeFileSync(path.join(folder, 'plugin-descriptor.properties'), `${lines.join('\n')}\n`)
  writeFileSync(path.join(folder, 'plugin-security.policy'), 'grant { permission java.security.AllPermission; };\n')
}
