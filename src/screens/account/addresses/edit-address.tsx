import { zodResolver } from '@hookform/resolvers/zod'
import { type UseFormSetError, useForm, useWatch } from 'react-hook-form'
import type * as z from 'zod/mini'
import { DeliveryAddress, type KeptAddress, addressesContract } from '#contracts/ordering'
import { useAccount } from '#parts/accounts'
import { AddressFields } from '#parts/ordering'
import { basketTexts } from '#texts/ordering'
import type { CallFailed } from '#ui/calls/call-failed.ts'
import { call } from '#ui/calls/call.ts'
import { useIdempotencyKey } from '#ui/calls/idempotency-key.ts'
import { useAction } from '#ui/calls/use-action.ts'
import { Dialog } from '#ui/controls/dialogs/dialog.tsx'
import { DialogForm } from '#ui/controls/dialogs/dialog-form.tsx'
import { toastSuccess } from '#ui/feedback/toast.ts'
import { useShop } from '#ui/shop.tsx'

type EditAddressProps = {
  /** Undefined while none is edited. */
  address: KeptAddress | 'new' | undefined
  onClose: () => void
  onSaved: () => Promise<void>
}

/** A new address, or one that is there. */
export function EditAddress({ address, onClose, onSaved }: EditAddressProps) {
  const title = address === 'new' || !address ? basketTexts.addAddress : basketTexts.editAddress
  return (
    <Dialog open={address !== undefined} onClose={onClose} title={title}>
      {address && <AddressForm address={address} onClose={onClose} onSaved={onSaved} />}
    </Dialog>
  )
}

type AddressInput = z.input<typeof DeliveryAddress>

function AddressForm({ address, onClose, onSaved }: EditAddressProps & { address: KeptAddress | 'new' }) {
  const { name } = useAccount()
  const { locale } = useShop()
  const empty = { name, street: '', city: '', country: new Intl.Locale(locale).region ?? '' }
  const form = useForm<AddressInput, unknown, z.output<typeof DeliveryAddress>>({
    resolver: zodResolver(DeliveryAddress),
    mode: 'onTouched',
    defaultValues: address === 'new' ? empty : address,
  })
  const country = useWatch({ control: form.control, name: 'country' })
  const { act, isPending, problem } = useAction()
  const { keyOf } = useIdempotencyKey()
  const save = form.handleSubmit(async body => {
    const send = async () => {
      if (address !== 'new') return call(addressesContract.changeAddress, { params: { id: address._id }, body })
      return call(addressesContract.addAddress, { body, idempotencyKey: keyOf(body) })
    }
    if (!(await act(send, refusal => complain(form.setError, refusal)))) return
    await onSaved()
    onClose()
    toastSuccess(basketTexts.saved)
  })
  return (
    <DialogForm
      action={basketTexts.save}
      isPending={isPending}
      problem={problem}
      onSubmit={() => save()}
      onClose={onClose}
    >
      <AddressFields
        register={field => form.register(field)}
        errorOf={field => form.formState.errors[field]?.message}
        valueOf={field => form.getValues(field)}
        country={country}
      />
    </DialogForm>
  )
}

const names = ['name', 'company', 'street', 'postalCode', 'city', 'region', 'country', 'phone'] as const

/** What the shop says of single fields stands beside them. */
function complain(setError: UseFormSetError<AddressInput>, { errors }: CallFailed): void {
  for (const { field, message } of errors) {
    const name = names.find(one => one === field)
    if (name) setError(name, { message })
  }
}
