import { writtenNumber } from '#kernel/written'
import { useState } from 'react'
import { formatNumber } from '#kernel/formats'
import { type Attribute, attributesContract } from '#contracts/catalogue'
import { call } from '#ui/calls/call.ts'
import { useAction } from '#ui/calls/use-action.ts'
import { Dialog } from '#ui/controls/dialogs/dialog.tsx'
import { useDone } from '#ui/controls/dialogs/use-done.ts'
import { toastSuccess } from '#ui/feedback/toast.ts'
import { useShop } from '#ui/shop.tsx'
import { useRefreshAttributes } from './attribute-queries.ts'
import { attributesTexts as texts } from './attributes.texts.ts'
import { DialogForm } from '#ui/controls/dialogs/dialog-form.tsx'

type RemoveAttributeProps = {
  attribute: Attribute | undefined
  onClose: () => void
  /** Called when the attribute is gone and the dialog has closed. */
  onRemoved: () => void
}

/** Asks before an attribute goes; where tools have a value of it, it says so and asks again. */
export function RemoveAttribute({ attribute, onClose, onRemoved }: RemoveAttributeProps) {
  const done = useDone({ isOpen: attribute !== undefined, onClose, onDone: onRemoved })
  return (
    <Dialog open={attribute !== undefined} onClose={onClose} title={attribute && texts.removeQuestion(attribute.name)}>
      {attribute && <Removing key={attribute._id} attribute={attribute} onClose={onClose} onRemoved={done} />}
    </Dialog>
  )
}

type RemovingProps = { attribute: Attribute; onClose: () => void; onRemoved: () => void }

function Removing({ attribute: { _id: id, name }, onClose, onRemoved }: RemovingProps) {
  const { locale } = useShop()
  const [lost, setLost] = useState<number>()
  const { act, isPending, problem } = useAction()
  const refresh = useRefreshAttributes()
  const remove = async () => {
    const request = { params: { id }, query: { ...(lost !== undefined && { values: lost }) } }
    const removed = await act(
      () => call(attributesContract.removeAttribute, request),
      ({ code, details }) => {
        setLost(code === 'values-lost' ? writtenNumber(details.tools) : undefined)
        if (code !== 'values-lost') void refresh()
      },
    )
    if (!removed) return
    await refresh()
    onRemoved()
    toastSuccess(texts.removed(name))
  }
  return (
    <DialogForm
      action={lost === undefined ? texts.remove : texts.removeAndLose}
      isDangerous
      isPending={isPending}
      problem={lost === undefined ? problem : texts.lost(lost, formatNumber(lost, locale))}
      onSubmit={remove}
      onClose={onClose}
    >
      <p>{texts.removeEffect}</p>
    </DialogForm>
  )
}
