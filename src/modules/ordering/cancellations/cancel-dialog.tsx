import { useState } from 'react'
import type * as z from 'zod/mini'
import { rateScale, toDecimal, toMinorUnits } from '#kernel/money'
import type { TaxReason } from '#rules/tax'
import { call } from '#ui/calls/call.ts'
import { Button } from '#ui/controls/button.tsx'
import { Dialog } from '#ui/controls/dialogs/dialog.tsx'
import { TextArea } from '#ui/controls/field.tsx'
import { FormProblem } from '#ui/controls/form-problem.tsx'
import { useMoney } from '#ui/data/price.tsx'
import type { Order } from '../orders/orders.contract.ts'
import type { OrderDialogProps } from '../page/order-question.tsx'
import styles from '../page/order-dialogs.module.css'
import { UnitFields, useUnits } from '../page/unit-fields.tsx'
import { useAdminAct } from '../page/use-admin-act.ts'
import { useOrderCall } from '../page/use-order-call.ts'
import { cancellationsContract } from './cancellations.contract.ts'
import { moneyOf } from './cancellations.rules.ts'
import { cancellationsTexts as texts } from './cancellations.texts.ts'

/** Which units are cancelled before they leave, and why. */
export function CancelDialog({ order, open, onClose }: OrderDialogProps) {
  const cancel = useOrderCall<Cancelled>(order._id, input => call(cancellationsContract.cancelUnits, input))
  return (
    <Dialog open={open} onClose={onClose} title={texts.title(order.number)}>
      <CancelForm order={order} onClose={onClose} cancel={cancel} />
    </Dialog>
  )
}

type Cancelled = z.input<typeof cancellationsContract.cancelUnits.body>
type CancelFormProps = Pick<OrderDialogProps, 'order' | 'onClose'> & { cancel: (body: Cancelled) => Promise<void> }

function CancelForm({ order, onClose, cancel }: CancelFormProps) {
  const money = useMoney()
  const units = useUnits(order, () => 0)
  const [reason, setReason] = useState('')
  const [reasonProblem, setReasonProblem] = useState<string>()
  const { run, problem, isPending } = useAdminAct({
    orderId: order._id,
    done: texts.done,
    onDone: onClose,
    onRefused: failure => {
      for (const { field, message } of failure.errors) {
        if (field === 'lines') units.complain(message)
        if (field === 'reason') setReasonProblem(message)
      }
    },
  })
  const send = () => {
    const lines = units.check()
    if (!lines) return undefined
    return run(() => cancel({ lines, reason }))
  }
  const isWhole = !order.paid && units.isAll
  const worth = money(worthOf(order, units.chosen), order.currency)
  return (
    <form
      className={styles.fields}
      noValidate
      onSubmit={event => {
        event.preventDefault()
        void send()
      }}
    >
      <UnitFields title={texts.units} text={order.paid ? texts.textPaid : texts.textUnpaid} units={units} />
      <TextArea
        label={texts.reason}
        hint={texts.reasonHint}
        optional
        rows={2}
        value={reason}
        error={reasonProblem}
        onChange={event => {
          setReason(event.target.value)
          setReasonProblem(undefined)
        }}
      />
      <p role="status">
        {units.chosen.length > 0 &&
          (isWhole ? texts.whole : order.paid ? texts.goesBack(worth) : texts.costsLess(worth))}
      </p>
      <FormProblem>{problem}</FormProblem>
      <div className={styles.buttons}>
        <Button onClick={onClose} disabled={isPending}>
          {texts.cancel}
        </Button>
        <Button type="submit" variant="danger" pending={isPending}>
          {texts.verb}
        </Button>
      </div>
    </form>
  )
}

/** What the chosen units come to, as the server computes it; of a paid order no more than is left, and all of it with the last unit. */
function worthOf(order: Order, chosen: readonly { position: number; quantity: number }[]): number {
  const cancelledOf = (position: number) => chosen.find(line => line.position === position)?.quantity ?? 0
  const isAll = order.lines.every(line => line.shipped === 0 && line.toShip === cancelledOf(line.position))
  if (order.paid && isAll) return order.refundable
  const minor = (amount: number) => toMinorUnits(amount, order.currency) ?? 0
  const taxOf = (rate: number, reason: TaxReason) => ({ rate: Math.round(rate * rateScale), reason })
  const money = moneyOf({
    pricesIncludeTax: order.pricesIncludeTax,
    taxRounding: order.taxRounding,
    freight: { price: minor(order.shipping), tax: taxOf(order.shippingTaxRate, order.shippingTaxReason) },
    lines: order.lines.map(line => ({
      unitPrice: minor(line.unitPrice),
      tax: taxOf(line.taxRate, line.taxReason),
      units: line.returnable,
      cancelled: Math.min(cancelledOf(line.position), line.returnable),
    })),
  })
  const worth = toDecimal(money, order.currency)
  return order.paid ? Math.min(worth, order.refundable) : worth
}
