import { joined } from '#kernel/sentence'
import { useState } from 'react'
import { type KeptAddress, addressesContract } from '#contracts/ordering'
import { basketTexts } from '#texts/ordering'
import { call } from '#ui/calls/call.ts'
import { useAction } from '#ui/calls/use-action.ts'
import { Dialog } from '#ui/controls/dialogs/dialog.tsx'
import { DialogForm } from '#ui/controls/dialogs/dialog-form.tsx'
import { toastSuccess } from '#ui/feedback/toast.ts'

type RemoveAddressProps = {
  address: KeptAddress | undefined
  onClose: () => void
  onRemoved: () => Promise<void>
}

/** Asks before an address goes. */
export function RemoveAddress({ address, onClose, onRemoved }: RemoveAddressProps) {
  const { act, isPending, problem } = useAction()
  // While the dialog goes away it still says what it was about.
  const [last, setLast] = useState(address)
  if (address && address !== last) setLast(address)
  const remove = async () => {
    if (!address) return
    const gone = await act(() => call(addressesContract.removeAddress, { params: { id: address._id } }))
    if (!gone) return
    await onRemoved()
    onClose()
    toastSuccess(basketTexts.addressRemoved)
  }
  const called = last ? joined([last.name, last.city], ', ') : ''
  return (
    <Dialog open={address !== undefined} onClose={onClose} title={basketTexts.removeQuestion(called)}>
      <DialogForm
        action={basketTexts.remove}
        isDangerous
        isPending={isPending}
        problem={problem}
        onSubmit={remove}
        onClose={onClose}
      >
        <p>{basketTexts.removeEffect}</p>
      </DialogForm>
    </Dialog>
  )
}
