import { sql } from 'kysely'
import { PgBoss } from 'pg-boss'
import type { Database } from '#platform/database'
import { eventually } from '../eventually.ts'

/** What happens by itself in minutes and hours, brought about at once. */
export type Clockwork = {
  /**
   * Six minutes pass: the queue gives up on whoever died with a job in hand, pauses before another try are over, and
   * each recurring job has its turn.
   */
  passMinutes(): Promise<void>
  /** Each recurring job has its turn. */
  recur(): Promise<void>
  /** Passes the time until every job is done and all that waited for one has ended. */
  rest(withinMs?: number): Promise<void>
  stop(): Promise<void>
}

/** The jobs that recur, of those that orders and payments hang on. */
const recurring = ['order-expiry', 'payment-reconciliation', 'order-mail', 'open-refunds']

/** `url` and `db` are of the same database. */
export async function wind(url: string, db: Database): Promise<Clockwork> {
  const boss = new PgBoss({ connectionString: url, supervise: false, schedule: false, migrate: false, max: 2 })
  boss.on('error', () => undefined)
  await boss.start()
  const recur = async () => {
    for (const name of recurring) await boss.send(name, {})
  }
  const passMinutes = async () => {
    await sql`
      update pgboss.job set started_on = started_on - interval '6 minutes'
      where id in (select id from pgboss.job where state = 'active' order by id for update skip locked)`.execute(db)
    // One that the shop looks after at this moment needs no time passed, and waiting for it could be waiting for each other.
    await sql`
      update pgboss.queue set monitor_claim_on = now() - interval '6 minutes'
      where name in (select name from pgboss.queue order by name for update skip locked)`.execute(db)
    // What fails here is done the next time, as in a shop; it is told, so that nobody has to guess.
    await boss.supervise().catch((error: unknown) => process.stderr.write(`the queue’s supervisor: ${String(error)}\n`))
    // Told as the queue tells of a job that is sent: its workers look at once, instead of a little later.
    await sql`
      with due as (
        update pgboss.job set start_after = now()
        where state in ('created', 'retry') and start_after > now() and name not like '!_!_pgboss%' escape '!'
        returning name
      )
      select pg_notify('pgboss_' || left(encode(sha224('pgboss'), 'hex'), 24), name) from due group by name`.execute(db)
    // Only what is open: the age of other intents tells nobody anything.
    await sql`
      update payment_intent set created_at = created_at - interval '11 minutes',
        checked_at = checked_at - interval '11 minutes' where state = 'live'`.execute(db)
    await sql`
      update refund set requested_at = requested_at - interval '61 minutes' where state = 'requested'`.execute(db)
    await recur()
  }
  return {
    recur,
    passMinutes,
    async rest(withinMs = 60_000) {
      await passMinutes()
      let looked = 0
      await eventually(
        async () => {
          const open = await whatIsOpen(db)
          // A job that failed, or whose worker died just now, waits for its next turn.
          if (open.length > 0 && ++looked % 20 === 0) await passMinutes()
          return open
        },
        open => open.length === 0,
        withinMs,
      )
    },
    stop: () => boss.stop(),
  }
}

/** Jobs, mail, refunds, orders and payments that have not come to their end. */
async function whatIsOpen(db: Database) {
  const { rows } = await sql`
    select 'job ' || name || ' ' || state as what, count(*) as count from pgboss.job
    where state in ('created', 'retry', 'active') and name not like '!_!_pgboss%' escape '!' group by name, state
    union all select 'mail', count(*) from order_mail where queued_at is null having count(*) > 0
    union all select 'refund', count(*) from refund where state = 'requested' having count(*) > 0
    union all select 'order to expire', count(*) from orders
      where payment_state = 'unpaid' and reserved_until < now() having count(*) > 0
    union all select 'intent to settle', count(*) from payment_intent intent
      join sandbox.payment_intent theirs on theirs.id = intent.id
      where intent.state = 'live' and theirs.status in ('succeeded', 'canceled') having count(*) > 0`.execute(db)
  return rows
}
