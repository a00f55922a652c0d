import { sql } from 'kysely'
import type { Database } from '#platform/database'
import type { Chance } from './chance.ts'
import type { KeptProcess } from './kept-shop.ts'

/** What breaks, each second one of these. */
export const faultKinds = [
  'shop killed',
  'database connections cut',
  'database connection paused',
  'events doubled',
  'events delayed',
] as const
type FaultKind = (typeof faultKinds)[number]

export type Storm = {
  counts: Record<FaultKind, number>
  /** Lets the last fault end; nothing breaks any more. */
  calm(): Promise<void>
}

const everyMs = 1000
const pausedMs = 700
const delayedSeconds = 3
const eventsAtOnce = 5

type Sea = {
  shops: readonly KeptProcess[]
  db: Database
  chance: Chance
  /** How many answers the callers have got so far, and how many of them come at least between two faults. */
  answers: () => number
  least: number
}

/**
 * Breaks something every second, each kind in turn and in an order of chance, until it is told to be calm. On a machine so slow that
 * hardly anybody is answered within a second, less often: what breaks faster than a call takes would show that no call gets through.
 */
export function startStorm(sea: Sea): Storm {
  const counts: Storm['counts'] = {
    'shop killed': 0,
    'database connections cut': 0,
    'database connection paused': 0,
    'events doubled': 0,
    'events delayed': 0,
  }
  const weather = { isCalm: false }
  const waiting: FaultKind[] = []
  const pause = () => new Promise(resolve => setTimeout(resolve, everyMs))
  const blow = async () => {
    while (!weather.isCalm) {
      const paused = pause()
      const due = sea.answers() + sea.least
      if (waiting.length === 0) waiting.push(...faultKinds)
      const kind = sea.chance.pick(waiting)
      waiting.splice(waiting.indexOf(kind), 1)
      if (await faults[kind](sea)) counts[kind] += 1
      else waiting.push(kind)
      await paused
      while (!weather.isCalm && sea.answers() < due) await pause()
    }
  }
  const blowing = blow()
  return {
    counts,
    async calm() {
      weather.isCalm = true
      await blowing
    },
  }
}

/** Each says whether it found something to break. */
const faults: Record<FaultKind, (sea: Sea) => Promise<boolean>> = {
  async 'shop killed'({ shops, chance }) {
    const up = shops.filter(shop => shop.isUp())
    // One is left, so that every second has somebody at work for the other faults to meet.
    if (up.length < 2) return false
    void chance.pick(up).now().kill()
    return true
  },

  async 'database connections cut'({ db }) {
    const { rows } = await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name like 'tappet%' and application_name <> 'tappet test'`.execute(
      db,
    )
    return rows.length > 0
  },

  async 'database connection paused'({ db }) {
    const { rows } = await sql<{ pid: number }>`
      select pid from pg_stat_activity
      where datname = current_database() and application_name = 'tappet' and state = 'active' limit 1`.execute(db)
    const [backend] = rows
    if (!backend) return false
    return pauseProcess(backend.pid)
  },

  async 'events doubled'({ db }) {
    const { rows } = await sql`
      with again as (
        update sandbox.event set delivered_at = null
        where id in (select id from sandbox.event where delivered_at is not null
          order by created_at desc limit ${eventsAtOnce})
        returning id
      )
      insert into pgboss.job (name, data, retry_limit)
      select 'sandbox-event', jsonb_build_object('eventId', id), 10 from again returning id`.execute(db)
    return rows.length > 0
  },

  async 'events delayed'({ db }) {
    const { rows } = await sql`
      update pgboss.job set start_after = now() + make_interval(secs => ${delayedSeconds})
      where id in (select id from pgboss.job where name = 'sandbox-event' and state = 'created'
        order by created_on desc limit ${eventsAtOnce} for update skip locked)
      returning id`.execute(db)
    return rows.length > 0
  },
}

/** False when it has ended meanwhile. */
async function pauseProcess(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 'SIGSTOP')
    await new Promise(resolve => setTimeout(resolve, pausedMs))
    process.kill(pid, 'SIGCONT')
    return true
  } catch {
    return false
  }
}
