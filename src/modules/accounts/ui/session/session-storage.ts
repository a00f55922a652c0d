import type { Permission } from '#kernel/access'
import { tokenKey } from './session-facts.ts'

export type SessionAccount = {
  /** Missing where an earlier release kept it. */
  _id?: string
  name: string
  email: string
  emailVerified: boolean
  /** An owner of the shop. */
  admin: boolean
  permissions: readonly Permission[]
}

/** An access token, when it ends by this browser's own clock, and whose it is. */
export type StoredSession = { token: string; expiresAt: number; account: SessionAccount }

const accountKey = 'account'

/** Local storage, asked for each time: touching it can throw where a browser keeps nothing. */
export type StorageOf = () => Storage

/** False when the browser does not keep it. The token goes last: another tab acts when it sees that one change. */
export function keep(storage: StorageOf, { token, expiresAt, account }: StoredSession): boolean {
  try {
    storage().setItem(accountKey, JSON.stringify({ expiresAt: new Date(expiresAt).toISOString(), account }))
    storage().setItem(tokenKey, token)
    return true
  } catch {
    return false
  }
}

export function forget(storage: StorageOf): void {
  for (const key of [tokenKey, accountKey]) {
    try {
      storage().removeItem(key)
    } catch {
      // What cannot be reached was not kept either.
    }
  }
}

/** What an earlier visit or another tab left. `session` is there only if all of it is. */
export function read(storage: StorageOf): { token?: string; session?: StoredSession } {
  try {
    const token = storage().getItem(tokenKey)
    if (!token) return {}
    const about = readAbout(storage().getItem(accountKey))
    return about
      ? { token, session: { token, expiresAt: Date.parse(about.expiresAt), account: about.account } }
      : { token }
  } catch {
    return {}
  }
}

/** Whoever is signed in here, as far as this browser keeps it. */
export const storedAccount = (): SessionAccount | undefined => read(() => localStorage).session?.account

/** Whether the browser keeps things for this shop. */
export function keepsThings(storage: StorageOf): boolean {
  const probe = 'tappet-probe'
  try {
    storage().setItem(probe, probe)
    storage().removeItem(probe)
    return true
  } catch {
    return false
  }
}

type About = { expiresAt: string; account: SessionAccount }

function readAbout(text: string | null): About | undefined {
  try {
    const value: unknown = JSON.parse(text ?? 'null')
    return isAbout(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** By hand, because every visitor of every page carries this and few of them carry the schema library. */
function isAbout(value: unknown): value is About {
  if (!isRecord(value) || !isRecord(value.account)) return false
  const { name, email, emailVerified, admin, permissions } = value.account
  const hasTexts = typeof name === 'string' && typeof email === 'string'
  const hasFlags = typeof emailVerified === 'boolean' && typeof admin === 'boolean'
  const hasEnd = typeof value.expiresAt === 'string' && !Number.isNaN(Date.parse(value.expiresAt))
  return hasTexts && hasFlags && Array.isArray(permissions) && hasEnd
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
