import { CallFailed } from '#ui/calls/call-failed.ts'
import { type LineOf, basketLimits, mergeLines } from './basket.rules.ts'
import { basketProblems } from './problems.texts.ts'
import { basketKey } from './basket-key.ts'
import { isSignedIn, tellCount } from './counter.ts'
import { type StoredLine, readStored } from './stored.ts'

/**
 * What goes into the basket. A visitor's is this browser's; an account has its own, which gets what the browser kept when
 * somebody signs in. What talks to the shop is loaded where there is something to say (account-basket.ts).
 */

/** Local storage can become full, or closed to us: what was changed then lives as long as the page. */
let ofPage: StoredLine[] | undefined

export function storedLines(): StoredLine[] {
  try {
    return ofPage ?? readStored(localStorage.getItem(basketKey))
  } catch {
    return ofPage ?? []
  }
}

export function storeLines(lines: readonly StoredLine[]): void {
  ofPage = keepLines(lines) ? undefined : [...lines]
  tellIslands()
}

/** False when the browser does not keep them; then it has what it had. */
function keepLines(lines: readonly StoredLine[]): boolean {
  try {
    if (lines.length === 0) localStorage.removeItem(basketKey)
    else localStorage.setItem(basketKey, JSON.stringify(lines))
    return true
  } catch {
    return false
  }
}

/** What other tabs hear of, this page's islands hear of too. */
function tellIslands(): void {
  window.dispatchEvent(new StorageEvent('storage', { key: basketKey }))
}

/** Refuses what the shop would of an account's basket, as a `CallFailed`: read again, it would be cut. */
export function requireRoom(lines: readonly StoredLine[]): void {
  const fail = (code: string, message: string) => new CallFailed({ code, status: 409, message })
  if (lines.some(({ quantity }) => quantity > basketLimits.quantity))
    throw fail('too-many-units', basketProblems.tooManyUnits)
  const most = basketLimits.lines
  if (lines.length > most) throw fail('basket-full', basketProblems.full({ most }))
}

const ofAccount = () => import('./account-basket.ts')

export type Coming = LineOf & { quantity: number; acknowledged?: string[] | undefined }

/**
 * Adds to the basket of whoever is here, and says why that cannot be ordered as it is. `key`: the same press is counted once. Throws a
 * `CallFailed`.
 */
export async function addToBasket(lines: readonly Coming[], key: string): Promise<string[]> {
  if (await isSignedIn()) {
    const { lines: count, problems } = await (await ofAccount()).add(lines, key)
    tellCount(count)
    return problems
  }
  const coming = lines.map(line => ({ ...line, id: makeId() })) as StoredLine[]
  const merged = mergeLines(storedLines(), coming, 'add')
  requireRoom(merged)
  // The next page would not have what this one says was added.
  if (!keepLines(merged)) throw await storageFailure()
  ofPage = undefined
  tellIslands()
  tellCount(merged.length)
  const ids = new Set(lines.map(({ tools_id }) => tools_id.toLowerCase()))
  // It is in the basket, whether or not the shop can say anything of it now.
  const { problemsOf } = await import('./visitor-problems.ts')
  return problemsOf(merged.filter(line => ids.has(line.tools_id.toLowerCase()))).catch(() => [])
}

async function storageFailure(): Promise<CallFailed> {
  const { signInSentence } = await import('#rules/identity')
  const code = 'web-storage-unsupported'
  return new CallFailed({ code, status: 0, message: signInSentence(code) })
}

/** Gives the account what this browser kept; given twice is given once. What the account has no room for stays here. */
export async function joinStored(): Promise<void> {
  const sent = storedLines()
  if (sent.length === 0) return
  await (await ofAccount()).join(sent)
  // Read again: another tab may have put something there meanwhile.
  storeLines(
    storedLines().filter(line => !sent.some(({ id, quantity }) => id === line.id && quantity === line.quantity)),
  )
}

/** A UUID, version 4. Not `randomUUID()`, which browsers withhold from a shop on a workshop's own network. */
function makeId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const hex = Array.from(bytes, (byte, at) => {
    const marked = at === 6 ? (byte & 0x0f) | 0x40 : at === 8 ? (byte & 0x3f) | 0x80 : byte
    return marked.toString(16).padStart(2, '0')
  }).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
