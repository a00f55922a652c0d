import type { Problem } from '#kernel/problem'
import type { FieldError } from '#kernel/refusals'
import { kitTexts } from '../kit.texts.ts'

/** A call that did not succeed. `message` is a sentence for the person; `code` is stable; `errors` belong to fields. */
export class CallFailed extends Error {
  override name = 'CallFailed'
  readonly code: string
  readonly status: number
  readonly errors: FieldError[]
  readonly details: NonNullable<Problem['details']>

  constructor(problem: Pick<Problem, 'code' | 'status' | 'message' | 'errors' | 'details'>) {
    super(problem.message)
    this.code = problem.code
    this.status = problem.status
    this.errors = problem.errors ?? []
    this.details = problem.details ?? {}
  }
}

/** The failure of a call that got no answer. */
export function unreachable(): CallFailed {
  return new CallFailed({ code: 'network-request-failed', status: 0, message: kitTexts.unreachable })
}
