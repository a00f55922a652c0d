import { createHash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { sql } from 'kysely'
import { refuse } from '#kernel/refusals'
import type { Columns } from '../database.server.ts'
import type { Context } from '../context.server.ts'

/** How often something may be tried: `most` times in `minutes`, counted from the first. */
export type RateLimit = { what: string; most: number; minutes: number }

type Now = Pick<Context, 'db' | 'now'>

/**
 * Counts a try of `who` (an account, an address, an email that need not exist) before it is made, so that many at once
 * are all counted. Undefined when it may go on; else in how many minutes, rounded up, the next one may.
 */
export async function minutesToWait(ctx: Now, limit: RateLimit, who: string): Promise<number | undefined> {
  const now = ctx.now()
  const until = new Date(now.getTime() + limit.minutes * 60_000)
  const { rows } = await sql<Columns<'rate_limit', 'count' | 'until'>>`
    insert into rate_limit (key, count, until) values (${keyOf(limit, who)}, 1, ${until})
    on conflict (key) do update set
      count = case when rate_limit.until <= ${now} then 1 else rate_limit.count + 1 end,
      until = case when rate_limit.until <= ${now} then excluded.until else rate_limit.until end
    returning count, until`.execute(ctx.db)
  const [used] = rows
  if (!used || used.count <= limit.most) return undefined
  return Math.max(1, Math.ceil((used.until.getTime() - now.getTime()) / 60_000))
}

/** As `minutesToWait`. Refuses: too-many-tries. Not to be called inside a transaction that a refusal rolls back. */
export async function enforceRateLimit(ctx: Now, limit: RateLimit, who: string): Promise<void> {
  const minutes = await minutesToWait(ctx, limit, who)
  if (minutes !== undefined) throw refuse('too-many-tries', { minutes })
}

/** As `enforceRateLimit`, of the networks that an address is part of. */
export async function enforceNetworkRateLimit(ctx: Now, limit: RateLimit, address: string | undefined): Promise<void> {
  for (const { network, share } of networksOf(address)) {
    await enforceRateLimit(ctx, { ...limit, most: limit.most * share }, network)
  }
}

/** Takes one try out of the count: what it was counted for did not happen. */
export async function uncountTry(ctx: Now, limit: RateLimit, who: string): Promise<void> {
  await sql`update rate_limit set count = count - 1 where key = ${keyOf(limit, who)} and count > 0`.execute(ctx.db)
}

/** Begins the count anew, once somebody has shown who they are. */
export async function resetRateLimit(ctx: Now, limit: RateLimit, who: string): Promise<void> {
  await sql`delete from rate_limit where key = ${keyOf(limit, who)}`.execute(ctx.db)
}

/** A network that tries are counted for, and how many times the limit of a single household it has. */
export type Network = { network: string; share: number }

/** The household, and of IPv6 the site around it: whoever rents a /48 has 65,536 households (RFC 6177). */
const siteShare = 8

/** What tries from an address count for. Refuse when one of them has had too many. */
export function networksOf(address: string | undefined): Network[] {
  const network = networkOf(address)
  const [site, isHousehold] = [network.split(':').slice(0, 3).join(':'), network.endsWith('::/64')]
  return [{ network, share: 1 }, ...(isHousehold ? [{ network: `${site}::/48`, share: siteShare }] : [])]
}

/**
 * What is counted as one network address: of IPv6, the 64 bits that a provider gives to a household, because whoever has
 * those has as many addresses as they like (RFC 6177).
 */
export function networkOf(address: string | undefined): string {
  const bare = address?.replace(/%.*$/, '') ?? 'unknown'
  const [, mapped] = /^::ffff:([\d.]+)$/i.exec(bare) ?? []
  if (mapped) return mapped
  if (!isIPv6(bare)) return bare
  const [start = '', end] = bare.toLowerCase().split('::')
  const [first, last] = [start, end ?? ''].map(part => part.split(':').filter(Boolean))
  const middle =
    end === undefined ? [] : Array.from({ length: 8 - (first?.length ?? 0) - (last?.length ?? 0) }, () => '0')
  const groups = [...(first ?? []), ...middle, ...(last ?? [])].map(group => group.replace(/^0+(?=.)/, ''))
  return `${groups.slice(0, 4).join(':')}::/64`
}

/** Removes the counts that are over. */
export async function removeOldRateLimits(ctx: Now): Promise<void> {
  await sql`delete from rate_limit where until <= ${ctx.now()}`.execute(ctx.db)
}

function keyOf({ what }: RateLimit, who: string): string {
  return createHash('sha256').update(`${what}\n${who.toLowerCase()}`).digest('base64url')
}
