import * as z from 'zod/mini'
import { endpoint } from '#kernel/endpoint'

/** What opens somebody's account, as the account page shows it and the download of one's data holds it. */
export const WaysIn = z.object({
  password: z.boolean(),
  google: z.boolean(),
  secondFactor: z.object({ on: z.boolean(), recoveryCodesLeft: z.nullable(z.number()) }),
  passkeys: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      addedAt: z.string(),
      lastUsedAt: z.nullable(z.string()),
      synced: z.boolean(),
      keeper: z.nullable(z.string()),
    }),
  ),
})
export type WaysIn = z.infer<typeof WaysIn>

export const waysInContract = {
  getWaysIn: endpoint('GET /account/ways-in', {
    summary:
      'What opens the caller’s account: password, Google, second factor, passkeys. Null where a hosted service keeps that to itself.',
    access: 'signed-in',
    answer: z.object({ waysIn: z.nullable(WaysIn) }),
  }),
}
