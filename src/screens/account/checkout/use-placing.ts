import type { UseFormReturn } from 'react-hook-form'
import type * as z from 'zod/mini'
import { type DeliveryAddress, type OrderBasket, addressesContract, basketContract } from '#contracts/ordering'
import type { CallFailed } from '#ui/calls/call-failed.ts'
import { call } from '#ui/calls/call.ts'
import { useIdempotencyKey } from '#ui/calls/idempotency-key.ts'
import { useAction } from '#ui/calls/use-action.ts'
import type { BasketInHand } from '../basket/use-basket.ts'
import type { CheckoutInput, CheckoutOutput } from './checkout-form.tsx'

type Placing = {
  inHand: BasketInHand
  onAddresses: () => Promise<void>
  /** The address that was typed is in the book by now. */
  onKept: (addressId: string) => void
}

type To = { addressId: string } | { address: z.output<typeof DeliveryAddress>; isKept: boolean }

/**
 * Places the order: once, however often the same is sent. What stood in the way is kept as `problem`, complaints about single
 * fields go to the fields, and what was typed stays.
 */
export function usePlacing(
  form: Pick<UseFormReturn<CheckoutInput, unknown, CheckoutOutput>, 'setError'>,
  { inHand, onAddresses, onKept }: Placing,
) {
  const [orderKey, addressKey] = [useIdempotencyKey(), useIdempotencyKey()]
  const { act, isPending, failure } = useAction()

  const explain = async ({ errors, code }: CallFailed) => {
    for (const { field, message } of errors) {
      // Of an address that goes into the book first, the fields are told by their own names.
      const name = isField(`address.${field}`) ? `address.${field}` : field
      if (isField(name)) form.setError(name, { message })
    }
    if (code === 'address-gone') await onAddresses()
    else await inHand.read()
  }

  const addressOf = async (to: To): Promise<Pick<z.input<typeof OrderBasket>, 'address' | 'addressId'>> => {
    if ('addressId' in to) return to
    if (!to.isKept) return { address: to.address }
    const body = to.address
    const { insertedId } = await call(addressesContract.addAddress, { body, idempotencyKey: addressKey.keyOf(body) })
    // Should the order be refused, the address is there to be chosen.
    await onAddresses()
    onKept(insertedId)
    return { addressId: insertedId }
  }

  const place = (details: Omit<z.input<typeof OrderBasket>, 'address' | 'addressId'>, to: To) =>
    act(async () => {
      const body = { ...details, ...(await addressOf(to)) }
      const placed = await call(basketContract.orderBasket, { body, idempotencyKey: orderKey.keyOf(body) })
      orderKey.forget()
      return placed
    }, explain)

  return { problem: failure, isPlacing: isPending, place }
}

const fields = [
  'address.name',
  'address.company',
  'address.street',
  'address.postalCode',
  'address.city',
  'address.region',
  'address.country',
  'address.phone',
  'purchaseOrderReference',
  'vatNumber',
  'notes',
] as const

type FieldName = (typeof fields)[number]

const isField = (name: string): name is FieldName => fields.some(field => field === name)
