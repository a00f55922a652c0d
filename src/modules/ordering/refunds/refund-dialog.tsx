import { writtenNumber } from '#kernel/written'
import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { Controller, type UseFormReturn, useForm, useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import { refundsContract } from './refunds.contract.ts'
import { RefundRequest } from './refunds.contract.ts'
import { formatNumber } from '#kernel/formats'
import { amountField } from '#kernel/typed-field'
import { Button } from '#ui/controls/button.tsx'
import { call } from '#ui/calls/call.ts'
import { Dialog } from '#ui/controls/dialogs/dialog.tsx'
import { QuestionDialog } from '#ui/controls/dialogs/question-dialog.tsx'
import { TextArea, TextField } from '#ui/controls/field.tsx'
import { FormProblem } from '#ui/controls/form-problem.tsx'
import { useMoney } from '#ui/data/price.tsx'
import { Readings } from '#ui/controls/readings.tsx'
import { Stepper } from '#ui/controls/stepper.tsx'
import { useShop } from '#ui/shop.tsx'
import { ordersAdminTexts as texts } from '../orders/admin.texts.ts'
import type { Order } from '../orders/orders.contract.ts'
import { unitsThatStay } from '../orders/orders.rules.ts'
import type { OrderDialogProps } from '../page/order-question.tsx'
import styles from '../page/order-dialogs.module.css'
import { useAdminAct } from '../page/use-admin-act.ts'
import { useOrderCall } from '../page/use-order-call.ts'
import { readRefund } from './refund-amount.rules.ts'

type RefundInput = z.input<typeof RefundRequest>

/** How much goes back, which units come back, and why. Nothing is proposed: all of it is a button of its own, which asks. */
export function RefundDialog({ order, open, onClose }: OrderDialogProps) {
  const refund = useOrderCall<RefundInput>(order._id, input => call(refundsContract.refundOrder, input))
  return (
    <Dialog open={open} onClose={onClose} title={texts.refundTitle(order.number)}>
      <RefundForm order={order} onClose={onClose} refund={refund} />
    </Dialog>
  )
}

const RefundFields = z.extend(z.pick(RefundRequest, { reason: true, returned: true }), {
  amount: z.optional(z.string()),
})
type RefundFormState = UseFormReturn<z.input<typeof RefundFields>, unknown, z.output<typeof RefundFields>>

type RefundFormProps = Pick<OrderDialogProps, 'order' | 'onClose'> & { refund: (body: RefundInput) => Promise<void> }

function RefundForm({ order, onClose, refund }: RefundFormProps) {
  const money = useMoney()
  const inMoney = (amount: number) => money(amount, order.currency)
  // Kept as they were when the dialog opened: what was typed stays with its line, whatever comes back meanwhile.
  const [returnable] = useState(() => order.lines.filter(line => line.returnable > 0))
  const positions = returnable.map(line => line.position)
  const form: RefundFormState = useForm({
    resolver: zodResolver(RefundFields),
    mode: 'onTouched',
    defaultValues: {
      amount: '',
      reason: '',
      returned: returnable.map(line => ({ position: line.position, quantity: 0 })),
    },
  })
  const typed = useWatch({ control: form.control, name: 'amount' }) ?? ''
  const { locale } = useShop()
  const read = readRefund(typed, { ...order, locale }, inMoney(order.refundable))
  const amount = 'amount' in read ? writtenNumber(read.amount) : undefined
  const [asksForAll, setAsksForAll] = useState(false)
  const { run, problem, isPending } = useAdminAct({
    orderId: order._id,
    done: texts.refundAsked(inMoney((asksForAll ? order.refundable : amount) ?? 0)),
    onDone: onClose,
    onRefused: failure => {
      for (const { field, message } of failure.errors) if (field === 'amount') form.setError(field, { message })
    },
  })
  const tooManyBack = (returned: Units) => {
    const tooMany = returned.findIndex(unit => unit.quantity > returnableOf(order, unit.position))
    if (tooMany < 0) return false
    const message = texts.returnedTooMany(returnableOf(order, returned[tooMany]?.position))
    form.setError(`returned.${tooMany}.quantity`, { message }, { shouldFocus: true })
    return true
  }
  const send = form.handleSubmit(async ({ reason, returned = [] }) => {
    if ('message' in read) return form.setError('amount', { message: read.message }, { shouldFocus: true })
    if (tooManyBack(returned)) return undefined
    const back = returned.filter(({ quantity }) => quantity > 0)
    return run(() => refund({ amount: read.amount, ...(reason && { reason }), returned: back }))
  })
  const askForAll = form.handleSubmit(({ returned = [] }) => {
    if (!tooManyBack(returned)) setAsksForAll(true)
  })
  // What somebody has set stays; of the rest, what has not left the shop stays there.
  const { returned: isSet } = form.formState.dirtyFields
  const allBack = () =>
    returnable.map(({ position, toShip }, index) => {
      const set = isSet?.[index]?.quantity ? form.getValues(`returned.${index}.quantity`) : undefined
      return { position, quantity: typeof set === 'number' ? set : unitsThatStay(order, { toShip }) }
    })
  const sendAll = () => {
    const reason = form.getValues('reason')
    return run(() => refund({ ...(reason && { reason }), returned: allBack().filter(({ quantity }) => quantity > 0) }))
  }
  return (
    <form className={styles.fields} noValidate onSubmit={event => void send(event)}>
      <p>{texts.refundText(inMoney(order.refundable))}</p>
      <TextField
        {...form.register('amount')}
        label={texts.amount(order.currency.toUpperCase())}
        hint={texts.amountHint(inMoney(order.refundable))}
        inputMode="decimal"
        autoComplete="off"
        error={form.formState.errors.amount?.message}
      />
      <Readings
        typed={typed}
        field={amountField({ currency: order.currency, locale })}
        onTake={amount => form.setValue('amount', amount, { shouldValidate: true })}
      />
      {positions.length > 0 && <Returns form={form} order={order} positions={positions} />}
      <TextArea
        {...form.register('reason')}
        label={texts.reason}
        hint={texts.reasonHint}
        optional
        rows={2}
        error={form.formState.errors.reason?.message}
      />
      <FormProblem>{asksForAll ? undefined : problem}</FormProblem>
      <div className={styles.buttons}>
        <Button onClick={() => void askForAll()} disabled={isPending}>
          {texts.refundAll}
        </Button>
        <Button onClick={onClose} disabled={isPending}>
          {texts.cancel}
        </Button>
        <Button type="submit" variant="danger" pending={isPending && !asksForAll}>
          {amount === undefined ? texts.refund : texts.refundNow(inMoney(amount))}
        </Button>
      </div>
      <RefundAllQuestion
        order={order}
        units={asksForAll ? allBack() : []}
        state={{ open: asksForAll, isPending, problem }}
        onClose={() => setAsksForAll(false)}
        onConfirm={sendAll}
      />
    </form>
  )
}

type Units = readonly { position: number; quantity: number }[]
type RefundAllProps = {
  order: Order
  units: Units
  state: { open: boolean; isPending: boolean; problem: string | undefined }
  onClose: () => void
  onConfirm: () => unknown
}

/** Says once more how much goes back, and which units go back to the shelf with it. */
function RefundAllQuestion({ order, units, state, onClose, onConfirm }: RefundAllProps) {
  const money = useMoney()
  const { locale } = useShop()
  const left = money(order.refundable, order.currency)
  const back = units.filter(({ quantity }) => quantity > 0)
  return (
    <QuestionDialog
      {...state}
      onClose={onClose}
      title={texts.refundAllQuestion(left)}
      action={texts.refundNow(left)}
      isDangerous
      onConfirm={onConfirm}
    >
      <p>{back.length > 0 ? texts.refundAllWithUnits : texts.refundAllText}</p>
      {back.length > 0 && (
        <ul>
          {back.map(({ position, quantity }) => {
            const name = order.lines.find(line => line.position === position)?.toolName ?? ''
            return <li key={position}>{texts.goodsOf(formatNumber(quantity, locale), name)}</li>
          })}
        </ul>
      )}
    </QuestionDialog>
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
