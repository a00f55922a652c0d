import { findOpenSearches, provideOpenSearches } from './opensearch.mjs'
import { pythonEnvironment } from './python.mjs'
import { providePostgres } from './second-postgres.mjs'
import { findProgram, provideProgram } from './system-packages.mjs'

/** What stands in front of many processes; each is Debian's package of the same name, unless it says another. */
const inFront = [{ name: 'haproxy' }, { name: 'pgbouncer' }, { name: 'nginx', from: 'nginx-light' }]
/** What a database that fails over wants beside PostgreSQL and Patroni. */
const besideDatabase = [{ name: 'etcd', from: 'etcd-server' }]
/** Of Python's package index: Debian 12 has release 3.0, which may lose its standby for ever (deploy/README.md). */
const patroni = pythonEnvironment('patroni', ['patroni[etcd3,psycopg3]==4.1.5'])
export const patroniProgram = () => (patroni.isThere() ? patroni.program('patroni') : undefined)

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
  const withoutPatroni = await patroni.provide()
  if (withoutPatroni) reasons.push(withoutPatroni)
  const { reason: withoutPostgres } = await providePostgres()
  if (withoutPostgres) reasons.push(withoutPostgres)
  reasons.push(...(await provideOpenSearches()))
  const canRun = inFront.some(({ name }) => findProgram(name)) || findOpenSearches().length > 0
  return { canRun, reason: reasons.join('; ') || undefined }
}
