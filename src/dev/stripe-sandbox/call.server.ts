import type { Database } from '#platform/database'
import type { Jobs } from '#platform/jobs'
import type { Happening } from './events.server.ts'
import type { KeyKind } from './keys.server.ts'
import type { Params } from './params.ts'
import type { Answer } from './wire.ts'

/** One call of the sandbox, as its verbs get it. `db` is a transaction whenever the call may change something. */
export type Call = {
  db: Database
  jobs: Pick<Jobs, 'send'>
  /** Whether the shop wants to hear of events of this type. */
  isHeard: (type: string) => boolean
  at: Date
  key: KeyKind
  /** The id in the address, where there is one. */
  id: string
  /** Method and path, which an idempotency key is bound to. */
  route: string
  params: Params
  requestId: string
  idempotencyKey: string | undefined
}

/** An answer, and what has happened for it, which is written down with it. */
export type Outcome = Answer & { events?: readonly Happening[] }

/** Does one call. Checks come before writes: once something is written, a verb answers and does not throw. */
export type Verb = (call: Call) => Promise<Outcome>
