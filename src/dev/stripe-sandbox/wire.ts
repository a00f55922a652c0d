/** The words that the sandbox and its callers exchange: Stripe's error object, an answer, a call. */

export type WireErrorBody = {
  type: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error' | 'rate_limit_error'
  code?: string
  decline_code?: string
  message: string
  param?: string
  charge?: string
  payment_intent?: object
}

export type Answer = { status: number; body: object }

/** A refusal in Stripe's words. `status` is HTTP's. */
export class WireError extends Error {
  override name = 'WireError'
  readonly status: number
  readonly body: WireErrorBody

  constructor(status: number, body: WireErrorBody) {
    super(body.message)
    this.status = status
    this.body = body
  }

  get answer(): Answer {
    return { status: this.status, body: { error: this.body } }
  }

  /**
   * Whether an idempotency key keeps this answer: a card's or a state's no is an answer like any other. Where the key,
   * the address or a parameter was wrong, nothing was tried, and nobody may fill the table by trying.
   */
  get isKept(): boolean {
    return this.status === 402 || (this.status === 400 && this.body.param === undefined)
  }
}

export function invalidRequest(code: string, message: string, param?: string): WireError {
  return new WireError(400, { type: 'invalid_request_error', code, message, ...(param !== undefined && { param }) })
}

export function noSuch(object: 'payment_intent' | 'refund' | 'dispute', id: string, param = 'id'): WireError {
  return new WireError(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${object}: '${id}'`,
    param,
  })
}
