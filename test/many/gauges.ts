import { readFileSync, readdirSync } from 'node:fs'
import { sql } from 'kysely'
import type { Database } from '#platform/database'
import type { ShopProcess } from '../shop/process.ts'

/** `age` of a process, in seconds; of what has no age, 0. */
type Reading = { atMs: number; age: number; value: number }

export type Gauges = {
  note(name: string, value: number, age?: number): void
  /** What each was in the second quarter of the time so far and in the last one. */
  quarters(): { name: string; second: number; last: number }[]
}

/** Processes are compared with others of their age, to so many seconds. */
const ageStep = 10

export function startGauges(): Gauges {
  const began = performance.now()
  const readings = new Map<string, Reading[]>()
  return {
    note(name, value, age = 0) {
      const reading = { atMs: performance.now() - began, age: Math.floor(age / ageStep), value }
      const known = readings.get(name)
      if (known) known.push(reading)
      else readings.set(name, [reading])
    },
    quarters() {
      const whole = performance.now() - began
      const within = (quarter: number) => (reading: Reading) => Math.floor((reading.atMs / whole) * 4) === quarter
      return [...readings].map(([name, all]) => {
        const [second, last] = [byAge(all.filter(within(1))), byAge(all.filter(within(3)))]
        const ages = [...second.keys()].filter(age => last.has(age))
        const level = (of: Map<number, number>) => median(ages.map(age => of.get(age) ?? 0))
        return { name, second: level(second), last: level(last) }
      })
    },
  }
}

const byAge = (readings: readonly Reading[]): Map<number, number> =>
  new Map([...Map.groupBy(readings, ({ age }) => age)].map(([age, of]) => [age, median(of.map(({ value }) => value))]))

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN

/** Megabytes in memory, and what it has open: files, sockets and pipes. Undefined once it is gone. */
export function readProcess({ pid }: ShopProcess): { memory: number; handles: number } | undefined {
  try {
    const [, kilobytes = '0'] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return { memory: Number(kilobytes) / 1024, handles: readdirSync(`/proc/${pid}/fd`).length }
  } catch {
    return undefined
  }
}

/** Rows that no longer are and wait to be cleared away, beyond those that the database leaves on purpose; jobs that are due. */
export async function readDatabase(db: Database): Promise<{ deadRows: number; jobs: number }> {
  const { rows } = await sql<{ dead: number; jobs: number }>`
    select (
        select sum(greatest(0, n_dead_tup - current_setting('autovacuum_vacuum_threshold')::integer
          - current_setting('autovacuum_vacuum_scale_factor')::numeric * n_live_tup))::integer from pg_stat_user_tables
      ) as dead, (
        select count(*)::integer from pgboss.job
        where state in ('created', 'retry', 'active') and start_after <= now() and name not like '!_!_pgboss%' escape '!'
      ) as jobs`.execute(db)
  return { deadRows: rows[0]?.dead ?? 0, jobs: rows[0]?.jobs ?? 0 }
}

/** The tables that were written most, as a person reads them. */
export async function tellBusiest(db: Database): Promise<string> {
  const { rows } = await sql<{ line: string }>`
    select format('%s.%s: %s inserted, %s updated, %s deleted; %s live, %s dead', schemaname, relname, n_tup_ins, n_tup_upd, n_tup_del,
      n_live_tup, n_dead_tup) as line
    from pg_stat_user_tables order by n_tup_upd + n_tup_del desc limit 8`.execute(db)
  return rows.map(({ line }) => `  ${line}\n`).join('')
}
