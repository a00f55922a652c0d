import { useState } from 'react'
import { type Refund, paymentsContract } from '../../payments/payments.contract.ts'
import { call } from '#ui/calls/call.ts'
import { QuestionDialog } from '#ui/controls/dialogs/question-dialog.tsx'
import { useMoney } from '#ui/data/price.tsx'
import { ordersAdminTexts as texts } from '../../orders/admin.texts.ts'
import { type Order, ordersContract } from '../../orders/orders.contract.ts'
import { useAdminAct } from './use-admin-act.ts'

export type OrderDialogProps = { order: Order; open: boolean; onClose: () => void }

/** Asks whether the goods have arrived. */
export function DeliverDialog(props: OrderDialogProps) {
  const { _id: id, number } = props.order
  return (
    <Question
      {...props}
      title={texts.deliverQuestion(number)}
      text={texts.deliverText}
      verb={texts.deliver}
      done={texts.delivered(number)}
      act={() => call(ordersContract.deliverOrder, { params: { id } })}
    />
  )
}

/** Asks before an unpaid order of somebody is closed. */
export function ReleaseDialog(props: OrderDialogProps) {
  const { _id: id, number } = props.order
  return (
    <Question
      {...props}
      title={texts.releaseQuestion(number)}
      text={texts.releaseText}
      verb={texts.release}
      done={texts.released(number)}
      act={() => call(ordersContract.deleteOrder, { params: { id } })}
      isDangerous
    />
  )
}

/** Asks before a refund that failed is sent again. Closed without a refund to ask about. */
export function ResendDialog({
  order,
  refund,
  onClose,
}: Pick<OrderDialogProps, 'order' | 'onClose'> & { refund: Refund | undefined }) {
  const money = useMoney()
  // Kept while the dialog closes, so that its words do not go before it.
  const [asked, setAsked] = useState(refund)
  if (refund && refund !== asked) setAsked(refund)
  if (!asked) return null
  const amount = money(asked.amount, asked.currency)
  const params = { id: order._id, refundId: asked._id }
  return (
    <Question
      order={order}
      open={refund !== undefined}
      onClose={onClose}
      title={texts.resendQuestion(amount)}
      text={texts.resendText}
      verb={texts.resend}
      done={texts.resent(amount)}
      act={() => call(paymentsContract.resendRefund, { params, body: { tries: asked.tries } })}
    />
  )
}

type QuestionProps = OrderDialogProps & {
  title: string
  text: string
  verb: string
  done: string
  act: () => Promise<unknown>
  isDangerous?: boolean
}

function Question({ order, open, onClose, title, text, verb, done, act, isDangerous = false }: QuestionProps) {
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
