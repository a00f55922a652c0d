import * as z from 'zod/mini'
import type { Refusal } from './refusals.ts'
import { texts } from './texts.ts'

/** The one shape of every error answer: RFC 9457 problem details with a stable code and a sentence for people. */
export const Problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number(),
  code: z.string(),
  message: z.string(),
  requestId: z.optional(z.string()),
  details: z.optional(z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]))),
  errors: z.optional(z.array(z.object({ field: z.string(), message: z.string() }))),
})
export type Problem = z.infer<typeof Problem>

/** What a refusal looks like on the wire. */
export function problemOf(refusal: Refusal, requestId?: string): Problem {
  return {
    type: `urn:tappet:problem:${refusal.code}`,
    title: refusal.title,
    status: refusal.status,
    code: refusal.code,
    message: refusal.message,
    ...(requestId && { requestId }),
    ...(Object.keys(refusal.details).length > 0 && { details: refusal.details }),
    ...(refusal.errors.length > 0 && { errors: refusal.errors }),
  }
}

const bugTexts = texts('kernel.bug', {
  title: 'Something went wrong',
  message: (requestId: string) =>
    `Something went wrong on our side. Try again; if it stays, tell us this number: ${requestId}.`,
})

/** What a bug looks like on the wire: nothing of its cause, but the id under which the log has it. */
export function problemOfBug(requestId: string): Problem {
  return {
    type: 'urn:tappet:problem:internal-error',
    title: bugTexts.title,
    status: 500,
    code: 'internal-error',
    message: bugTexts.message(requestId),
    requestId,
  }
}
