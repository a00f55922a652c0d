import { useState } from 'react'
import { type SavedList, listsContract } from '#contracts/ordering'
import { call } from '#ui/calls/call.ts'
import { useAction } from '#ui/calls/use-action.ts'
import { Dialog } from '#ui/controls/dialogs/dialog.tsx'
import { DialogForm } from '#ui/controls/dialogs/dialog-form.tsx'
import { toastSuccess } from '#ui/feedback/toast.ts'
import { listsTexts as texts } from './lists.texts.ts'

type RemoveListProps = { list: SavedList | undefined; onClose: () => void; onRemoved: () => Promise<void> }

/** Asks before a list goes. */
export function RemoveList({ list, onClose, onRemoved }: RemoveListProps) {
  const { act, isPending, problem } = useAction()
  // While the dialog goes away it still says what it was about.
  const [last, setLast] = useState(list)
  if (list && list !== last) setLast(list)
  const remove = async () => {
    if (!list) return
    const gone = await act(() => call(listsContract.removeList, { params: { id: list._id } }))
    if (!gone) return
    await onRemoved()
    onClose()
    toastSuccess(texts.removed(list.name))
  }
  return (
    <Dialog open={list !== undefined} onClose={onClose} title={texts.removeQuestion(last?.name ?? '')}>
      <DialogForm
        action={texts.remove}
        isDangerous
        isPending={isPending}
        problem={problem}
        onSubmit={remove}
        onClose={onClose}
      >
        <p>{texts.removeEffect}</p>
      </DialogForm>
    </Dialog>
  )
}
