import { QuestionDialog } from '#ui/controls/dialogs/question-dialog.tsx'
import type { Order } from '../orders/orders.contract.ts'
import { useAdminAct } from './use-admin-act.ts'

export type OrderDialogProps = { order: Order; open: boolean; onClose: () => void }

type QuestionProps = OrderDialogProps & {
  title: string
  text: string
  verb: string
  done: string
  act: () => Promise<unknown>
  isDangerous?: boolean
}

/** Asks before something is done to an order. */
export function OrderQuestion({
  order,
  open,
  onClose,
  title,
  text,
  verb,
  done,
  act,
  isDangerous = false,
}: QuestionProps) {
  const { run, problem, isPending, forget } = useAdminAct({ orderId: order._id, done, onDone: onClose })
  const close = () => {
    forget()
    onClose()
  }
  return (
    <QuestionDialog
      open={open}
      onClose={close}
      title={title}
      action={verb}
      isDangerous={isDangerous}
      isPending={isPending}
      problem={problem}
      onConfirm={() => run(act)}
    >
      <p>{text}</p>
    </QuestionDialog>
  )
}
