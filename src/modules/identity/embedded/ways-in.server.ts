import { getAuthenticatorName } from '@better-auth/passkey'
import type pg from 'pg'
import type { WaysIn } from '../port.server.ts'
import { countRecoveryCodes } from '../second-factor/second-factor.server.ts'

type WaysInRow = {
  password: boolean
  google: boolean
  twoFactorEnabled: boolean
  backupCodes: string | null
}

/** What opens the account of a user of the embedded service; undefined when there is no such user any more. */
export async function waysInOf(
  pool: pg.Pool,
  secrets: readonly string[],
  subject: string,
): Promise<WaysIn | undefined> {
  const { rows } = await pool.query<WaysInRow>(
    `select "user"."twoFactorEnabled",
      case when "user"."twoFactorEnabled" then "twoFactor"."backupCodes" end as "backupCodes",
      exists (select from "account" where "userId" = $1 and "providerId" = 'credential' and "password" is not null)
        as password,
      exists (select from "account" where "userId" = $1 and "providerId" <> 'credential') as google
    from "user" left join "twoFactor" on "twoFactor"."userId" = "user"."id" where "user"."id" = $1`,
    [subject],
  )
  const [row] = rows
  if (!row) return undefined
  const { password, google, twoFactorEnabled: on, backupCodes } = row
  const recoveryCodesLeft = backupCodes === null ? null : await countRecoveryCodes(backupCodes, secrets)
  return { password, google, secondFactor: { on, recoveryCodesLeft }, passkeys: await passkeysOf(pool, subject) }
}

type PasskeyRow = Omit<WaysIn['passkeys'][number], 'keeper'> & { aaguid: string | null }

async function passkeysOf(pool: pg.Pool, subject: string): Promise<WaysIn['passkeys']> {
  const { rows } = await pool.query<PasskeyRow>(
    `select "id", coalesce("name", '') as "name", "createdAt" as "addedAt", "lastUsedAt", "backedUp" as "synced", "aaguid"
    from "passkey" where "userId" = $1 order by "createdAt", "id"`,
    [subject],
  )
  return rows.map(({ aaguid, ...passkey }) => ({ ...passkey, keeper: getAuthenticatorName(aaguid) ?? null }))
}
