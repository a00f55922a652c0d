import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type CustomerPage, customersContract } from '#contracts/desk'
import { call } from '#ui/calls/call.ts'
import { useAction } from '#ui/calls/use-action.ts'
import { DialogForm } from '#ui/controls/dialogs/dialog-form.tsx'
import { Dialog } from '#ui/controls/dialogs/dialog.tsx'
import { TextArea } from '#ui/controls/field.tsx'
import { useDone } from '#ui/controls/dialogs/use-done.ts'
import { toastSuccess } from '#ui/feedback/toast.ts'
import { customersTexts as texts } from './customers.texts.ts'

type BlockDialogProps = { customer: CustomerPage; open: boolean; onClose: () => void; onDone: () => void }

/** Asks why, then blocks the customer, or unblocks one that is blocked. */
export function BlockDialog({ customer, open, onClose, onDone }: BlockDialogProps) {
  const done = useDone({ isOpen: open, onClose, onDone })
  const { name, blockedAt } = customer
  return (
    <Dialog open={open} onClose={onClose} title={blockedAt ? texts.unblockTitle(name) : texts.blockTitle(name)}>
      <BlockForm customer={customer} onClose={onClose} onDone={done} />
    </Dialog>
  )
}

type BlockFormProps = { customer: CustomerPage; onClose: () => void; onDone: () => void }

function BlockForm({ customer: { _id, name, blockedAt }, onClose, onDone }: BlockFormProps) {
  const queries = useQueryClient()
  const { act, isPending, problem } = useAction()
  const [reason, setReason] = useState('')
  const [wrong, setWrong] = useState<string>()
  // As it was asked: the page behind may learn of it while this is sent.
  const [blocked] = useState(blockedAt === null)
  const send = async () => {
    setWrong(undefined)
    const done = await act(
      () => call(customersContract.blockCustomer, { params: { id: _id }, body: { blocked, reason } }),
      ({ errors }) => setWrong(errors.find(({ field }) => field === 'reason')?.message),
    )
    if (!done) return
    onDone()
    toastSuccess(blocked ? texts.isBlocked(name) : texts.isUnblocked(name))
    await Promise.all([
      queries.invalidateQueries({ queryKey: ['customer', _id] }),
      queries.invalidateQueries({ queryKey: ['customers'] }),
    ])
  }
  return (
    <DialogForm
      action={blocked ? texts.block : texts.unblock}
      isDangerous={blocked}
      isPending={isPending}
      problem={wrong ? undefined : problem}
      onSubmit={send}
      onClose={onClose}
    >
      <p>{blocked ? texts.blockEffect : texts.unblockEffect}</p>
      <TextArea
        label={texts.reason}
        hint={texts.reasonHint}
        rows={3}
        value={reason}
        error={wrong}
        onChange={event => setReason(event.target.value)}
      />
    </DialogForm>
  )
}
