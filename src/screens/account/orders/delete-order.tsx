import { useEffect, useRef, useState } from 'react'
import { QuestionDialog } from '#ui/controls/dialogs/question-dialog.tsx'
import { toastFailure, toastSuccess } from '#ui/feedback/toast.ts'
import type { Order } from '#contracts/ordering'
import { ordersTexts } from '#texts/ordering'
import { useDeleteOrder } from '#parts/ordering'

type DeleteOrderProps = {
  order: Order | undefined
  onClose: () => void
  /** Called when the order is gone and the dialog has closed. */
  onDeleted: () => void
}

/** Asks before an order is deleted, and says what came of it. */
export function DeleteOrder({ order, onClose, onDeleted }: DeleteOrderProps) {
  const { mutateAsync, isPending } = useDeleteOrder()
  // While the dialog goes away it still says whom it was about.
  const [last, setLast] = useState(order)
  if (order && order !== last) setLast(order)
  const name = last ? ordersTexts.contents(last) : ''
  // Only when the dialog has closed: closing it puts the focus back on a button that is gone by then.
  const isDeleted = useRef(false)
  useEffect(() => {
    if (order || !isDeleted.current) return
    isDeleted.current = false
    onDeleted()
  }, [order, onDeleted])

  const remove = async () => {
    if (!order) return
    try {
      await mutateAsync(order)
      isDeleted.current = true
      onClose()
      toastSuccess(ordersTexts.deleted(ordersTexts.contents(order)))
    } catch (error) {
      // The question makes room: a message would stand behind it.
      onClose()
      toastFailure(error)
    }
  }
  return (
    <QuestionDialog
      open={order !== undefined}
      onClose={onClose}
      title={ordersTexts.deleteQuestion(name)}
      action={ordersTexts.delete}
      isDangerous
      isPending={isPending}
      onConfirm={remove}
    >
      <p>{ordersTexts.deleteEffect}</p>
    </QuestionDialog>
  )
}
