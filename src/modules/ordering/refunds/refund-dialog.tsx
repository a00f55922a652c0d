import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { Controller, type UseFormReturn, useForm, useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import { RefundRequest, paymentsContract } from '../payments/payments.contract.ts'
import { toDecimal, toMinorUnits } from '#kernel/money'
import { Button } from '#ui/controls/button.tsx'
import { call } from '#ui/calls/call.ts'
import { Dialog } from '#ui/controls/dialogs/dialog.tsx'
import { TextArea, TextField } from '#ui/controls/field.tsx'
import { FormProblem } from '#ui/controls/form-problem.tsx'
import { useMoney } from '#ui/data/price.tsx'
import { Stepper } from '#ui/controls/stepper.tsx'
import { ordersAdminTexts as texts } from '../orders/admin.texts.ts'
import type { Order } from '../orders/orders.contract.ts'
import { proposedReturn } from '../orders/orders.rules.ts'
import type { OrderDialogProps } from '../ui/admin/admin-order-dialogs.tsx'
import { useIdempotencyKey } from '#ui/calls/idempotency-key.ts'
import styles from '../ui/admin/order-dialogs.module.css'
import { useAdminAct } from '../ui/admin/use-admin-act.ts'

/** How much goes back, which units come back, and why. */
export function RefundDialog({ order, open, onClose }: OrderDialogProps) {
  const refund = useRefundCall(order._id)
  return (
    <Dialog open={open} onClose={onClose} title={texts.refundTitle(order.number)}>
      <RefundForm order={order} onClose={onClose} refund={refund} />
    </Dialog>
  )
}

/** Asks for a refund: until an answer has come, the same is one refund, also when the dialog was closed meanwhile. */
function useRefundCall(id: string) {
  const { keyOf, forget } = useIdempotencyKey()
  return async (body: z.input<typeof RefundRequest>) => {
    const params = { id }
    await call(paymentsContract.refundOrder, { params, body, idempotencyKey: keyOf({ ...params, ...body }) })
    forget()
  }
}

/** The amount stands in a field of its own only when a part goes back. */
const RefundFields = z.extend(z.pick(RefundRequest, { reason: true, returned: true }), {
  amount: z.optional(z.string()),
})
type RefundFormState = UseFormReturn<z.input<typeof RefundFields>, unknown, z.output<typeof RefundFields>>

type RefundFormProps = Pick<OrderDialogProps, 'order' | 'onClose'> & { refund: ReturnType<typeof useRefundCall> }

function RefundForm({ order, onClose, refund }: RefundFormProps) {
  const money = useMoney()
  const inMoney = (amount: number) => money(amount, order.currency)
  const [isWhole, setWhole] = useState(true)
  // Kept as they were when the dialog opened: what was typed stays with its line, whatever comes back meanwhile.
  const [returnable] = useState(() => order.lines.filter(line => line.returnable > 0))
  const positions = returnable.map(line => line.position)
  const form: RefundFormState = useForm({
    resolver: zodResolver(RefundFields),
    mode: 'onTouched',
    defaultValues: {
      amount: '',
      reason: '',
      returned: returnable.map(line => ({
        position: line.position,
        quantity: proposedReturn(order, line, true),
      })),
    },
  })
  const { dirtyFields } = form.formState
  const choose = (isWhole: boolean) => {
    setWhole(isWhole)
    // What somebody has set stays.
    returnable.forEach((line, index) => {
      if (dirtyFields.returned?.[index]?.quantity) return
      form.setValue(`returned.${index}.quantity`, proposedReturn(order, line, isWhole))
    })
  }
  const typed = useWatch({ control: form.control, name: 'amount' }) ?? ''
  const amount = isWhole ? order.refundable : amountOf(typed, order)
  const { run, problem, isPending } = useAdminAct({
    orderId: order._id,
    done: texts.refundAsked(inMoney(amount ?? 0)),
    onDone: onClose,
    onRefused: failure => {
      for (const { field, message } of failure.errors) if (field === 'amount') form.setError(field, { message })
    },
  })
  const send = form.handleSubmit(async ({ reason, returned = [] }) => {
    const complaint = isWhole ? undefined : complaintOf(typed, order, inMoney(order.refundable))
    if (complaint) return form.setError('amount', { message: complaint }, { shouldFocus: true })
    const tooMany = returned.findIndex(unit => unit.quantity > returnableOf(order, unit.position))
    if (tooMany >= 0) {
      const message = texts.returnedTooMany(returnableOf(order, returned[tooMany]?.position))
      return form.setError(`returned.${tooMany}.quantity`, { message }, { shouldFocus: true })
    }
    const body = {
      ...(!isWhole && { amount: typed.trim() }),
      ...(reason && { reason }),
      returned: returned.filter(({ quantity }) => quantity > 0),
    }
    return run(() => refund(body))
  })
  return (
    <form className={styles.fields} noValidate onSubmit={event => void send(event)}>
      <p>{texts.refundText(inMoney(order.refundable))}</p>
      <fieldset className={styles.choices}>
        <legend>{texts.howMuch}</legend>
        <label className={styles.choice}>
          <input type="radio" name="whole" checked={isWhole} onChange={() => choose(true)} />
          {texts.whole(inMoney(order.refundable))}
        </label>
        <label className={styles.choice}>
          <input type="radio" name="whole" checked={!isWhole} onChange={() => choose(false)} />
          {texts.part}
        </label>
      </fieldset>
      {!isWhole && (
        <TextField
          {...form.register('amount')}
          label={texts.amount(order.currency.toUpperCase())}
          hint={texts.amountHint(inMoney(order.refundable))}
          inputMode="decimal"
          autoComplete="off"
          error={form.formState.errors.amount?.message}
        />
      )}
      {positions.length > 0 && <Returns form={form} order={order} positions={positions} />}
      <TextArea
        {...form.register('reason')}
        label={texts.reason}
        hint={texts.reasonHint}
        optional
        rows={2}
        error={form.formState.errors.reason?.message}
      />
      <FormProblem>{problem}</FormProblem>
      <div className={styles.buttons}>
        <Button onClick={onClose} disabled={isPending}>
          {texts.cancel}
        </Button>
        <Button type="submit" variant="danger" pending={isPending}>
          {amount ? texts.refundNow(inMoney(amount)) : texts.refund}
        </Button>
      </div>
    </form>
  )
}

type ReturnsProps = { form: RefundFormState; order: Order; positions: readonly number[] }

function returningText({ fulfilmentState, parcels, lines }: Order): string {
  if (fulfilmentState === 'open' && parcels.length === 0) return texts.returningUnshippedText
  return lines.some(line => line.toShip > 0) ? texts.returningPartShippedText : texts.returningText
}

function Returns({ form, order, positions }: ReturnsProps) {
  return (
    <fieldset className={styles.choices}>
      <legend>{texts.returning}</legend>
      <p>{returningText(order)}</p>
      {positions.map((position, index) => (
        <Controller
          key={position}
          control={form.control}
          name={`returned.${index}.quantity`}
          render={({ field, fieldState }) => (
            <Stepper
              ref={field.ref}
              label={order.lines.find(line => line.position === position)?.toolName ?? ''}
              value={typeof field.value === 'number' ? field.value : undefined}
              onChange={quantity => field.onChange(quantity ?? '')}
              least={0}
              most={returnableOf(order, position)}
              error={fieldState.error?.message}
            />
          )}
        />
      ))}
    </fieldset>
  )
}

function returnableOf(order: Order, position: number | undefined): number {
  return order.lines.find(line => line.position === position)?.returnable ?? 0
}

function amountOf(typed: string, { currency, refundable }: Order): number | undefined {
  const minor = toMinorUnits(typed, currency)
  if (minor === undefined || minor <= 0 || minor > (toMinorUnits(refundable, currency) ?? 0)) return undefined
  return toDecimal(minor, currency)
}

function complaintOf(typed: string, order: Order, left: string): string | undefined {
  if (typed.trim() === '') return texts.amountNeeded
  const minor = toMinorUnits(typed, order.currency)
  if (minor === undefined || minor <= 0) return texts.amountShape
  return amountOf(typed, order) === undefined ? texts.amountTooMuch(left) : undefined
}
