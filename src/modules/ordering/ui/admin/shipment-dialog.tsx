import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { Button } from '#ui/controls/button.tsx'
import { call } from '#ui/calls/call.ts'
import { Dialog } from '#ui/controls/dialog.tsx'
import { TextField } from '#ui/controls/field.tsx'
import { FormProblem } from '#ui/controls/form-problem.tsx'
import { ordersAdminTexts as texts } from '../../orders/admin.texts.ts'
import { Shipment, ordersContract } from '../../orders/orders.contract.ts'
import { type OrderDialogProps } from './admin-order-dialogs.tsx'
import { useAdminAct } from './use-admin-act.ts'
import styles from './order-dialogs.module.css'

/** By whom the goods go: asked when they leave, and again where it has to be corrected. */
export function ShipmentDialog({ order, open, onClose }: OrderDialogProps) {
  const isCorrection = order.fulfilmentState === 'shipped'
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={isCorrection ? texts.correctTitle(order.number) : texts.shipTitle(order.number)}
    >
      <ShipmentForm order={order} isCorrection={isCorrection} onClose={onClose} />
    </Dialog>
  )
}

type FormProps = Pick<OrderDialogProps, 'order' | 'onClose'> & { isCorrection: boolean }

function ShipmentForm({ order, isCorrection, onClose }: FormProps) {
  const form = useForm({
    resolver: zodResolver(Shipment),
    mode: 'onTouched',
    defaultValues: { carrier: order.carrier ?? '', tracking: order.tracking ?? '' },
  })
  const { errors } = form.formState
  const { run, problem, isPending } = useAdminAct({
    orderId: order._id,
    done: isCorrection ? texts.corrected(order.number) : texts.shipped(order.number),
    onDone: onClose,
    onRefused: failure => {
      for (const { field, message } of failure.errors)
        if (field === 'carrier' || field === 'tracking') form.setError(field, { message })
    },
  })
  const send = form.handleSubmit(body => run(() => call(ordersContract.shipOrder, { params: { id: order._id }, body })))
  return (
    <form className={styles.fields} noValidate onSubmit={event => void send(event)}>
      <p>{texts.shipText}</p>
      <TextField
        {...form.register('carrier')}
        label={texts.carrier}
        hint={texts.carrierHint}
        autoComplete="off"
        error={errors.carrier?.message}
      />
      <TextField
        {...form.register('tracking')}
        label={texts.tracking}
        optional
        autoComplete="off"
        error={errors.tracking?.message}
      />
      <FormProblem>{problem}</FormProblem>
      <div className={styles.buttons}>
        <Button onClick={onClose} disabled={isPending}>
          {texts.cancel}
        </Button>
        <Button type="submit" variant="primary" pending={isPending}>
          {isCorrection ? texts.save : texts.ship}
        </Button>
      </div>
    </form>
  )
}
