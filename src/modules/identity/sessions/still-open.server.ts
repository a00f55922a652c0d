import type pg from 'pg'
import * as z from 'zod/mini'
import { refusal } from '../library/http.server.ts'
import { isByPassword, passkeyLogInPath, providerPath } from '../library/paths.server.ts'

/** A call of the library in which a session begins. */
type Login = { path?: string | undefined; request?: Request | undefined; body?: unknown; params?: unknown }

/** The password's hash that each login began with, for as long as it takes. */
const hashes = new WeakMap<Request, string>()

/** Notes which password a login begins with, before the library looks at it. */
export function notePassword({ request }: Login, hash: string | null | undefined): void {
  if (request && hash) hashes.set(request, hash)
}

const PasskeyAnswer = z.object({ response: z.object({ id: z.string() }) })

/** The row that opens a session of $1 at this path, and has to be there still; and what is answered where it is not. */
function wayOf({ path = '', request, body, params }: Login) {
  if (isByPassword(path)) {
    const row = `"account" where "userId" = $1 and "providerId" = 'credential' and "password" = $2`
    return { row, key: request && hashes.get(request), code: 'INVALID_EMAIL_OR_PASSWORD' }
  }
  if (path === passkeyLogInPath) {
    const id = z.safeParse(PasskeyAnswer, body).data?.response.id
    return { row: '"passkey" where "userId" = $1 and "credentialID" = $2', key: id, code: 'PASSKEY_NOT_FOUND' }
  }
  if (path === providerPath) {
    const { id } = Object(params) as { id?: unknown }
    return { row: '"account" where "userId" = $1 and "providerId" = $2', key: id, code: 'account_not_linked' }
  }
  return undefined
}

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
  const way = login && wayOf(login)
  if (!way) return
  const { rowCount } = await pool.query(`select from ${way.row} for share`, [session.userId, way.key])
  if (rowCount) return
  await pool.query('delete from "session" where "id" = $1', [session.id])
  throw refusal('UNAUTHORIZED', way.code)
}
