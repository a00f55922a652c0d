import { type WireError, invalidRequest } from './wire.ts'

/** A form-encoded body, its brackets unfolded: `metadata[order_id]=7` is `{ metadata: { order_id: '7' } }`. */
export type Params = { [name: string]: undefined | string | Params | (string | Params)[] }

/** Refuses what the sandbox does not know: to accept it silently would promise what the sandbox does not do. */
export function refuseUnknown(params: Params, names: readonly string[]): void {
  const unknown = Object.keys(params).find(name => !names.includes(name))
  if (unknown !== undefined) {
    throw invalidRequest('parameter_unknown', `The sandbox does not know this parameter: ${unknown}`, unknown)
  }
}

/** A text of at most `most` characters; an empty one counts as missing, as with Stripe. */
export function textOf(params: Params, name: string, most = 500): string | undefined {
  const value = params[name]
  if (value === undefined || value === '') return undefined
  if (typeof value !== 'string') throw invalidRequest('parameter_invalid_string', `Invalid string: ${name}`, name)
  if (value.length > most)
    throw invalidRequest('parameter_invalid_string', `Longer than ${most} characters: ${name}`, name)
  return value
}

export function requiredTextOf(params: Params, name: string): string {
  const value = textOf(params, name)
  if (value === undefined) throw missingParam(name)
  return value
}

export function missingParam(name: string): WireError {
  return invalidRequest('parameter_missing', `Missing required param: ${name}.`, name)
}

/** An amount in minor units, within what Stripe takes: 1 to 99 999 999. */
export function amountOf(params: Params): number | undefined {
  const value = textOf(params, 'amount')
  if (value === undefined) return undefined
  if (!/^-?\d{1,15}$/.test(value))
    throw invalidRequest('parameter_invalid_integer', `Invalid integer: ${value}`, 'amount')
  const amount = Number(value)
  if (amount < 1) {
    throw invalidRequest('parameter_invalid_integer', 'This value must be greater than or equal to 1.', 'amount')
  }
  if (amount > 99_999_999) {
    throw invalidRequest('amount_too_large', 'Amount must be no more than 99999999 minor units.', 'amount')
  }
  return amount
}

/** `created[gte]`: from when on a list goes. */
export function createdSince(params: Params): Date | undefined {
  const group = groupOf(params, 'created')
  if (!group) return undefined
  refuseUnknown(group, ['gte'])
  const value = requiredTextOf(group, 'gte')
  if (!/^\d{1,11}$/.test(value))
    throw invalidRequest('parameter_invalid_integer', `Invalid timestamp: ${value}`, 'created')
  return new Date(Number(value) * 1000)
}

/** How many objects a list answers: 1 to 100, ten unless said. */
export function limitOf(params: Params): number {
  const value = textOf(params, 'limit') ?? '10'
  const limit = /^\d{1,3}$/.test(value) ? Number(value) : 0
  if (limit >= 1 && limit <= 100) return limit
  throw invalidRequest('parameter_invalid_integer', 'This value must be from 1 to 100.', 'limit')
}

/** One of the allowed words. */
export function wordOf(params: Params, name: string, allowed: readonly string[]): string | undefined {
  const value = textOf(params, name)
  if (value === undefined || allowed.includes(value)) return value
  throw invalidRequest('parameter_invalid_string', `Invalid ${name}: must be one of ${allowed.join(', ')}`, name)
}

/** Nested parameters, such as `payment_method_data[card]`. */
export function groupOf(params: Params, name: string): Params | undefined {
  const value = params[name]
  if (value === undefined || value === '') return undefined
  if (typeof value === 'string' || Array.isArray(value)) {
    throw invalidRequest('parameter_invalid_string', `Invalid object: ${name}`, name)
  }
  return value
}

/** Metadata as Stripe bounds it: 50 keys of 40 characters, values of 500. An empty value takes its key away. */
export function metadataOf(params: Params): Record<string, string> | undefined {
  const group = groupOf(params, 'metadata')
  if (!group) return undefined
  const entries = Object.entries(group)
  if (entries.length > 50) throw invalidRequest('parameter_invalid_string', 'Metadata has at most 50 keys.', 'metadata')
  return Object.fromEntries(
    entries.map(([key, value]) => {
      const isFit = typeof value === 'string' && key.length <= 40 && value.length <= 500
      if (!isFit) throw invalidRequest('parameter_invalid_string', `Invalid metadata: ${key.slice(0, 40)}`, 'metadata')
      return [key, value]
    }),
  )
}
