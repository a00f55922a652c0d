import { useState } from 'react'
import { call } from '#ui/calls/call.ts'
import { useMoney } from '#ui/data/price.tsx'
import { refundsContract } from './refunds.contract.ts'
import type { Refund } from './refunds.contract.ts'
import { ordersAdminTexts as texts } from '../orders/admin.texts.ts'
import { type OrderDialogProps, OrderQuestion } from '../page/order-question.tsx'

/** Asks before a refund that failed is sent again. Closed without a refund to ask about. */
export function ResendDialog({
  order,
  refund,
  onClose,
}: Pick<OrderDialogProps, 'order' | 'onClose'> & { refund: Refund | undefined }) {
  const money = useMoney()
  // Kept while the dialog closes, so that its words do not go before it.
  const [shown, setShown] = useState(refund)
  if (refund && refund !== shown) setShown(refund)
  if (!shown) return null
  const amount = money(shown.amount, shown.currency)
  const params = { id: order._id, refundId: shown._id }
  return (
    <OrderQuestion
      order={order}
      open={refund !== undefined}
      onClose={onClose}
      title={texts.resendQuestion(amount)}
      text={texts.resendText}
      verb={texts.resend}
      done={texts.resent(amount)}
      act={() => call(refundsContract.resendRefund, { params, body: { tries: shown.tries } })}
    />
  )
}
