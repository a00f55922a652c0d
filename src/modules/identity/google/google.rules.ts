import * as z from 'zod/mini'

/** What the identity library calls Google, in paths and beside accounts. */
export const googleProviderId = 'google'

/** The sign-in window (specification, section 9). */
export const googleWindow = { width: 500, height: 600 }

/** How soon a closed window is seen and told: the bounds of the specification, section 9. */
export const googleWatch = {
  /** How often the window is looked for, at first and later. */
  soonMs: 2000,
  lateMs: 10_000,
  lateAfterMs: 60_000,
  /** A window that is seen closed may have closed itself, its answer still on the way. */
  closedDelayMs: 2000,
}

/** For how long answers that were taken are remembered, so that none is taken twice (specification, section 9). */
export const eventMemoryMs = 10 * 60_000

const EventId = z.string().check(z.regex(/^[\w-]{16,64}$/))

/** Somebody who wants to return to a longer address returns to the home page. */
export const longestFrom = 2000

/** What a browser says to begin: `event` names this attempt, and comes back with its answer. */
export const GoogleStart = z.strictObject({
  event: EventId,
  way: z.enum(['popup', 'redirect']),
  /** Where a redirect comes back to, and what it keeps in mind there. */
  page: z.enum(['/login', '/signUp']),
  from: z.optional(z.string().check(z.maxLength(longestFrom))),
  /** Joins Google to the account that is logged in here, rather than logging in. */
  join: z.optional(z.boolean()),
})
export type GoogleStart = z.infer<typeof GoogleStart>

/** What the sign-in window says to the page that opened it. */
export const googleMessageKind = 'tappet-google'
export const GoogleMessage = z.object({
  kind: z.literal(googleMessageKind),
  event: z.nullable(z.string()),
  error: z.nullable(z.string()),
})

/** Where the window ends, and where a redirect that lost its way does. */
export const googleDonePath = '/identity/google/done'

/** The answer's own parameter on the page that a redirect comes back to. */
export const googleEventParameter = 'google'

/** The kinds of section 8 behind the codes with which Google or the identity service ends an attempt. */
const kinds = new Map(
  Object.entries({
    state_not_found: 'invalid-auth-event',
    state_mismatch: 'invalid-auth-event',
    state_invalid: 'invalid-auth-event',
    invalid_callback_request: 'invalid-auth-event',
    nonce_binding_missing: 'invalid-auth-event',
    issuer_mismatch: 'invalid-auth-event',
    no_code: 'invalid-auth-event',
    invalid_code: 'invalid-auth-event',
    unable_to_get_user_info: 'invalid-auth-event',
    invalid_client: 'invalid-api-key',
    unauthorized_client: 'invalid-api-key',
    access_denied: 'google-cancelled',
    account_not_linked: 'google-unconfirmed',
    google_needs_code: 'google-needs-code',
    email_does_not_match: 'google-other-address',
    account_already_linked_to_different_user: 'google-of-another',
    unable_to_link_account: 'google-unconfirmed',
    email_not_found: 'google-no-email',
    INVALID_EMAIL: 'google-no-email',
    invalid_request: 'argument-error',
    server_error: 'google-unreachable',
    temporarily_unavailable: 'google-unreachable',
  }),
)

/** The kind of a failed attempt; what nobody foresaw is an internal error. */
export function googleFailureKind(error: string): string {
  return kinds.get(error) ?? 'internal-error'
}
