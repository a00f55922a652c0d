import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { stringify } from 'qs'
import type { Call, Outcome, Verb } from './call.server.ts'
import { type NewEvent, deliverLater, eventOf, eventRows, recordEvent } from './events.server.ts'
import { digitsOf } from '#rules/ordering'
import { type Answer, WireError } from './wire.ts'

export type OnceAnswer = Answer & { isReplay: boolean }

type FirstAnswer = { fingerprint: string; status: number; answer: object }

const lifeMs = 24 * 3_600_000

/**
 * Runs a verb in one transaction. With an idempotency key, effect and answer are committed together, so that the key
 * finds either both or neither, whenever a process dies; the same key gives the first answer for a day.
 */
export async function once(call: Call, verb: Verb): Promise<OnceAnswer> {
  const key = call.idempotencyKey
  if (key === undefined) {
    return call.db.transaction().execute(transaction => withoutKey({ ...call, db: transaction }, verb))
  }
  if (key.length < 1 || key.length > 255) throw keyError(400, 'An Idempotency-Key has 1 to 255 characters.')
  const answer = () => call.db.transaction().execute(transaction => withKey({ ...call, db: transaction }, key, verb))
  try {
    return await answer()
  } catch (error) {
    // The first request may have ended between the look and the lock of this one: then it stands in the way, and is found now.
    if (error instanceof AnsweredMeanwhile || error instanceof WireError) return answer()
    throw error
  }
}

class AnsweredMeanwhile extends Error {
  override name = 'AnsweredMeanwhile'
}

async function withoutKey(call: Call, verb: Verb): Promise<OnceAnswer> {
  const { events = [], ...answer } = await verb(call)
  for (const happening of events) await recordEvent(call, happening)
  return { ...answer, isReplay: false }
}

async function withKey(call: Call, key: string, verb: Verb): Promise<OnceAnswer> {
  const first = await lockKey(call, key)
  const fingerprint = fingerprintOf(call)
  if (first && first.fingerprint !== fingerprint) {
    throw keyError(
      400,
      `Keys for idempotent requests can only be used with the same parameters they were first used with. (${key})`,
    )
  }
  if (first) return { status: first.status, body: first.answer, isReplay: true }
  const { events = [], ...answer } = await verb(call).catch(answerToKeep)
  const newEvents = events.map(happening => eventOf(call, happening))
  await keepAnswer(call, key, { ...answer, fingerprint, newEvents })
  await deliverLater(call, newEvents)
  return { ...answer, isReplay: false }
}

function answerToKeep(error: unknown): Outcome {
  if (error instanceof WireError && error.isKept) return error.answer
  throw error
}

/**
 * The answer that is kept, as it was when the statement began. Stripe answers 409 to the second of two that run at once, and its SDK
 * asks again a moment later.
 */
async function lockKey(call: Call, key: string): Promise<FirstAnswer | undefined> {
  const name = `sandbox/${scopeOf(call)}/${key}`
  const { rows } = await sql<{ locked: boolean; first: FirstAnswer | null }>`
    select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as locked, (
      select jsonb_build_object('fingerprint', fingerprint, 'status', status, 'answer', answer) from sandbox.idempotency_key
      where scope = ${scopeOf(call)} and key = ${key} and created_at > ${oldestTime(call)}) as first`.execute(call.db)
  if (rows[0]?.locked) return rows[0].first ?? undefined
  throw keyError(409, `There is currently another in-progress request using this Idempotent Key (${key}).`)
}

const oldestTime = ({ at }: Call) => new Date(at.getTime() - lifeMs)

type NewAnswer = Answer & { fingerprint: string; newEvents: readonly NewEvent[] }

/** Keeps an answer with its events, and lets go of a few that are older than a day: so the table stays small without a sweeper. */
async function keepAnswer(call: Call, key: string, answer: NewAnswer): Promise<void> {
  const { rows } = await sql`
    with old as (
      select scope, key from sandbox.idempotency_key
      where created_at <= ${oldestTime(call)} and (scope, key) <> (${scopeOf(call)}, ${key})
      order by created_at limit 10 for update skip locked
    ), gone as (
      delete from sandbox.idempotency_key kept using old where kept.scope = old.scope and kept.key = old.key
    ) ${answer.newEvents.length > 0 ? sql`, new_event as (${eventRows(call, answer.newEvents)})` : sql``}
    insert into sandbox.idempotency_key (scope, key, fingerprint, status, answer, created_at)
    values (${scopeOf(call)}, ${key}, ${answer.fingerprint}, ${answer.status},
      ${JSON.stringify(answer.body)}::jsonb, ${call.at})
    on conflict (scope, key) do update set fingerprint = excluded.fingerprint, status = excluded.status,
      answer = excluded.answer, created_at = excluded.created_at
      where idempotency_key.created_at <= ${oldestTime(call)}
    returning key`.execute(call.db)
  if (rows.length === 0) throw new AnsweredMeanwhile()
}

/** Browsers may send keys too: within their own intent, so that nobody can take a key that the shop is about to use. */
function scopeOf(call: Call): string {
  return call.key === 'secret' ? 'secret' : `publishable ${call.id}`
}

/** What a key is bound to. Of a card only the last digits go in: not even a hash of its number is stored. */
function fingerprintOf(call: Call): string {
  const text = stringify(call.params, {
    sort: (left, right) => (left < right ? -1 : 1),
    filter: (name, value: unknown) => {
      if (name.endsWith('[card][number]')) return digitsOf(String(value)).slice(-4)
      return name.endsWith('[card][cvc]') ? undefined : value
    },
  })
  return createHash('sha256').update(`${call.route}\n${text}`).digest('hex')
}

function keyError(status: number, message: string): WireError {
  return new WireError(status, {
    type: 'idempotency_error',
    ...(status === 409 && { code: 'idempotency_key_in_use' }),
    message,
  })
}
