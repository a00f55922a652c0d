import { findOpenSearch, provideOpenSearch } from './opensearch.mjs'
import { providePostgres } from './second-postgres.mjs'
import { findProgram, provideProgram } from './system-packages.mjs'

/** What stands in front of many processes; each is Debian's package of the same name, unless it says another. */
const inFront = [{ name: 'haproxy' }, { name: 'pgbouncer' }, { name: 'nginx', from: 'nginx-light' }]
/** What a database that fails over wants beside PostgreSQL. */
const besideDatabase = [{ name: 'etcd', from: 'etcd-server' }, { name: 'patroni' }]

/**
 * Installs what the tests of many machines start, each program for itself, on ports and in folders of its own. Resolves to whether
 * any of them can run, and why not all can.
 */
export async function provideMachines() {
  const reasons = []
  for (const { name, from } of [...inFront, ...besideDatabase]) {
    const hindrance = await provideProgram(name, from)
    if (hindrance) reasons.push(`no ${name} here (${hindrance})`)
  }
  for (const { reason } of [await providePostgres(), await provideOpenSearch()]) if (reason) reasons.push(reason)
  const canRun = inFront.some(({ name }) => findProgram(name)) || findOpenSearch() !== undefined
  return { canRun, reason: reasons.join('; ') || undefined }
}
