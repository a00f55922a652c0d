import { call } from '#ui/calls/call.ts'
import { shipmentsContract } from '../../shipments/shipments.contract.ts'
import { ordersAdminTexts as texts } from '../../orders/admin.texts.ts'
import { ordersContract } from '../../orders/orders.contract.ts'
import { type OrderDialogProps, OrderQuestion } from '../../page/order-question.tsx'

/** Asks whether the goods have arrived. */
export function DeliverDialog(props: OrderDialogProps) {
  const { _id: id, number } = props.order
  return (
    <OrderQuestion
      {...props}
      title={texts.deliverQuestion(number)}
      text={texts.deliverText}
      verb={texts.deliver}
      done={texts.delivered(number)}
      act={() => call(shipmentsContract.deliverOrder, { params: { id } })}
    />
  )
}

/** Asks before an unpaid order of somebody is closed, which frees its units. */
export function FreeUnitsDialog(props: OrderDialogProps) {
  const { _id: id, number } = props.order
  return (
    <OrderQuestion
      {...props}
      title={texts.freeUnitsQuestion(number)}
      text={texts.freeUnitsText}
      verb={texts.freeUnits}
      done={texts.freed(number)}
      act={() => call(ordersContract.deleteOrder, { params: { id } })}
      isDangerous
    />
  )
}
