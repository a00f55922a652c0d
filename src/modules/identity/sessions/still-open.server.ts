import type pg from 'pg'
import * as z from 'zod/mini'
import { refusal } from '../http.server.ts'
import { passkeyLogInPath, passwordPath, providerPath, secondFactorPaths } from '../paths.server.ts'

/** A call of the library in which a session begins. */
type Login = { path?: string | undefined; request?: Request | undefined; body?: unknown; params?: unknown }

/** What opens a session by one way: which row has to be there still, and what is answered where it is not. */
type Way = { row: string; key: (login: Login) => unknown; refusal: string }

/** The password's hash that each login began with, for as long as it takes. */
const hashes = new WeakMap<Request, string>()

/** Notes which password a login begins with, before the library looks at it. */
export function notePassword({ request }: Login, hash: string | null | undefined): void {
  if (request && hash) hashes.set(request, hash)
}

const PasskeyAnswer = z.object({ response: z.object({ id: z.string() }) })

const byPassword: Way = {
  row: `"account" where "userId" = $1 and "providerId" = 'credential' and "password" = $2`,
  key: ({ request }) => request && hashes.get(request),
  refusal: 'INVALID_EMAIL_OR_PASSWORD',
}
const ways = new Map<string | undefined, Way>([
  ...[passwordPath, ...secondFactorPaths].map(path => [path, byPassword] as const),
  [
    passkeyLogInPath,
    {
      row: '"passkey" where "userId" = $1 and "credentialID" = $2',
      key: ({ body }) => z.safeParse(PasskeyAnswer, body).data?.response.id,
      refusal: 'PASSKEY_NOT_FOUND',
    },
  ],
  [
    providerPath,
    {
      row: '"account" where "userId" = $1 and "providerId" = $2',
      key: ({ params }) => (Object(params) as { id?: unknown }).id,
      refusal: 'account_not_linked',
    },
  ],
])

/**
 * Attack: a login that began with a password, a passkey or a provider's account which its owner, or the owner of the
 * mailbox, takes away before the session is there. Asked once it is there: whoever takes it away later finds the session,
 * and ends it too. The lock waits for whoever is doing so at this moment.
 * Held by `test/races/takeover.test.ts`, by "a sign-in with the old password that a reset overtakes" in
 * `test/races/passwords.test.ts`, and by "just being used" in `passkeys/adding.server.test.ts`.
 */
export async function requireStillOpen(
  pool: pg.Pool,
  session: { id: string; userId: string },
  login: Login | null | undefined,
): Promise<void> {
  const way = ways.get(login?.path)
  if (!login || !way) return
  const { rowCount } = await pool.query(`select from ${way.row} for share`, [session.userId, way.key(login)])
  if (rowCount) return
  await pool.query('delete from "session" where "id" = $1', [session.id])
  throw refusal('UNAUTHORIZED', way.refusal)
}
