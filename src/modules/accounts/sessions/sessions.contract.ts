import * as z from 'zod/mini'
import { endpoint } from '#kernel/endpoint'

/** Somewhere that an account is logged in. */
export const OpenSession = z.object({
  _id: z.string(),
  /** What the browser called itself, and the network address that it came from, as far as they were told. */
  browser: z.nullable(z.string()),
  address: z.nullable(z.string()),
  startedAt: z.string(),
  /** To a quarter of an hour: a browser is seen when it renews its access token. */
  lastSeenAt: z.string(),
  /** The one in which this is asked. */
  current: z.boolean(),
})
export type OpenSession = z.output<typeof OpenSession>

export const sessionsContract = {
  listSessions: endpoint('GET /sessions', {
    summary: 'Where the caller is logged in, this session first and then the one seen last.',
    access: 'signed-in',
    answer: z.array(OpenSession),
  }),
  endSession: endpoint('DELETE /sessions/:id', {
    summary: 'Ends one of the caller’s sessions, at the identity service too: its tokens are void from then on.',
    access: 'owner',
    params: z.object({ id: z.string().check(z.minLength(1), z.maxLength(300)) }),
    answer: z.object({ deletedCount: z.number() }),
    refusals: ['session-gone'],
  }),
  endOtherSessions: endpoint('DELETE /sessions', {
    summary: 'Ends all of the caller’s sessions except this one.',
    access: 'signed-in',
    answer: z.object({ deletedCount: z.number() }),
  }),
}
