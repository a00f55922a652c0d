import { sentence } from '#kernel/sentence'
import type { FieldError } from '#kernel/refusals'
import { Refusal, refuseFields } from '#kernel/refusals'
import type { Context } from '#platform/context'
import { fingerprintOf } from '#platform/http/idempotency'
import { readProfile } from '#services/accounts'
import { addressText } from '../addresses/addresses.rules.ts'
import { addressOfOrder, readAddress } from '../addresses/addresses.server.ts'
import { Phone } from '../addresses/phone.contract.ts'
import { type OrderKey, type Placed, findFirstAnswer, firstAnswerOr } from '../placing/first-answer.server.ts'
import { placeOnce } from '../placing/place.server.ts'
import { refuse } from '../refusals.rules.ts'
import type { OrderBasket } from './basket.contract.ts'
import { basketProblems } from './problems.texts.ts'
import { type Standing, readBasket } from './read.server.ts'

/** After these, one line or another may be what stands in the way. */
const aboutLines = ['tool-gone', 'below-minimum', 'not-a-multiple', 'not-enough-stock', 'fit-not-acknowledged']

/**
 * Orders all that is in the caller's basket, at today's prices, by the one statement that places an order; with it, the lines
 * leave the basket. The same key and body return the first answer, whatever the basket holds by then. Refuses, beside what
 * `placeOrder` does: basket-empty; basket-not-orderable with an error for each line that does not hold; changes-not-accepted
 * with each change that the buyer has not seen; basket-changed where it was written meanwhile; address-gone.
 */
export async function orderBasket(
  ctx: Context,
  body: OrderBasket,
  idempotencyKey: string | undefined,
): Promise<Placed> {
  const key =
    idempotencyKey === undefined ? undefined : { key: idempotencyKey, fingerprint: fingerprintOf({ basket: body }) }
  const first = key && (await findFirstAnswer(ctx, key))
  return first ?? orderNow(ctx, body, key).catch((refusal: unknown) => firstAnswerOr(ctx, key, refusal))
}

async function orderNow(ctx: Context, body: OrderBasket, key: OrderKey | undefined): Promise<Placed> {
  const basket = await readBasket(ctx)
  requireOrderable(basket)
  requireAccepted(basket, body.accepted ?? [])
  const details = await detailsOf(ctx, body)
  try {
    const { total, companyId } = body
    return await placeOnce(
      ctx,
      { ...details, total, companyId, lines: basket.requested, basketVersion: basket.version },
      key,
    )
  } catch (refusal) {
    // Something changed between reading and placing: the refusal names one line, so all lines are read again.
    if (refusal instanceof Refusal && aboutLines.includes(refusal.code)) requireOrderable(await readBasket(ctx))
    throw refusal
  }
}

function requireOrderable({ shown: { lines } }: Standing): void {
  if (lines.length === 0) throw refuse('basket-empty')
  const wrong = lines.filter(line => line.problems.length > 0)
  const errors = wrong.flatMap(line =>
    line.problems.map(({ message }) => ({
      field: `lines.${line.id}`,
      message: sentence`${line.tool.name}: ${message}`,
    })),
  )
  if (errors.length > 0) throw refuse('basket-not-orderable', { lines: wrong.length }, errors)
}

function requireAccepted({ shown: { changed } }: Standing, accepted: readonly string[]): void {
  const errors: FieldError[] = changed
    .filter(change => !accepted.includes(change.id))
    .map(({ line, message }) => ({ field: `lines.${line}`, message }))
  if (errors.length > 0) throw refuse('changes-not-accepted', {}, errors)
}

/** A profile takes any text. One that cannot be dialled is none: the courier would call it. */
async function phoneOfProfile(ctx: Context): Promise<string> {
  return Phone.safeParse((await readProfile(ctx)).phone).data ?? ''
}

/** Where to, and what else the order keeps. What the buyer does not say, the address or the profile does. */
async function detailsOf(ctx: Context, { addressId, address, ...body }: OrderBasket) {
  const to =
    addressId === undefined
      ? address && (await addressOfOrder(ctx, address, 'address'))
      : await readAddress(ctx, addressId)
  if (!to) throw refuseFields([{ field: 'address', message: basketProblems.addressMissing }])
  const { deliveryMethod, purchaseOrderReference, vatNumber, notes } = body
  return {
    phone: body.phone ?? to.phone ?? (await phoneOfProfile(ctx)),
    company: body.company ?? to.company ?? to.name,
    address: addressText(to, ctx.settings.locale),
    delivery: to,
    deliveryMethod,
    purchaseOrderReference,
    vatNumber,
    notes,
  }
}
