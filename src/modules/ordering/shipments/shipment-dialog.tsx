import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { type UseFormReturn, useForm } from 'react-hook-form'
import type * as z from 'zod/mini'
import { call } from '#ui/calls/call.ts'
import { Button } from '#ui/controls/button.tsx'
import { Dialog } from '#ui/controls/dialogs/dialog.tsx'
import { TextField } from '#ui/controls/field.tsx'
import { FormProblem } from '#ui/controls/form-problem.tsx'
import { Carriage, shipmentsContract } from './shipments.contract.ts'
import { ordersAdminTexts as texts } from '../orders/admin.texts.ts'
import type { Order, Parcel } from '../orders/orders.contract.ts'
import { type OrderDialogProps } from '../page/order-question.tsx'
import styles from '../page/order-dialogs.module.css'
import { UnitFields, type UnitsState, useUnits } from '../page/unit-fields.tsx'
import { useAdminAct } from '../page/use-admin-act.ts'
import { useOrderCall } from '../page/use-order-call.ts'

/** By whom the goods go, and how many of them: asked when they leave, and again where it has to be corrected. */
export function ShipmentDialog({ order, open, onClose }: OrderDialogProps) {
  const isCorrection = order.fulfilmentState === 'shipped'
  const ship = useOrderCall<Shipped>(order._id, input => call(shipmentsContract.shipOrder, input))
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={isCorrection ? texts.correctTitle(order.number) : texts.shipTitle(order.number)}
    >
      {isCorrection ? (
        <CorrectForm order={order} parcel={order.parcels.at(-1)} onClose={onClose} />
      ) : (
        <ShipForm order={order} onClose={onClose} ship={ship} />
      )}
    </Dialog>
  )
}

type CorrectDialogProps = { order: Order; parcel: Parcel | undefined; onClose: () => void }

/** Corrects the carriage of one parcel. Closed without one. */
export function CorrectDialog({ order, parcel, onClose }: CorrectDialogProps) {
  // Kept while the dialog closes, so that its words do not go before it.
  const [shown, setShown] = useState(parcel)
  if (parcel && parcel !== shown) setShown(parcel)
  return (
    <Dialog open={parcel !== undefined} onClose={onClose} title={texts.correctTitle(order.number)}>
      <CorrectForm key={shown?._id} order={order} parcel={shown} onClose={onClose} />
    </Dialog>
  )
}

type CarriageForm = UseFormReturn<z.input<typeof Carriage>, unknown, z.output<typeof Carriage>>

const useCarriage = (parcel?: Parcel): CarriageForm =>
  useForm({
    resolver: zodResolver(Carriage),
    mode: 'onTouched',
    defaultValues: { carrier: parcel?.carrier ?? '', tracking: parcel?.tracking ?? '' },
  })

type Shipped = z.input<typeof shipmentsContract.shipOrder.body>
type ShipFormProps = Pick<OrderDialogProps, 'order' | 'onClose'> & { ship: (body: Shipped) => Promise<void> }

function ShipForm({ order, onClose, ship }: ShipFormProps) {
  const form = useCarriage()
  const units = useUnits(order, line => line.toShip)
  const { run, problem, isPending } = useAct(form, {
    order,
    done: units.isAll ? texts.shipped(order.number) : texts.parcelShipped(order.number),
    onClose,
    units,
  })
  const send = form.handleSubmit(carriage => {
    const lines = units.check()
    if (!lines) return undefined
    // All that is left goes without a word on lines, as long as none has gone before.
    const isAll = order.parcels.length === 0 && units.isAll
    const body = {
      ...carriage,
      ...(!isAll && { lines: lines.map(({ position, quantity }) => ({ position, quantity })) }),
    }
    return run(() => ship(body))
  })
  return (
    <form className={styles.fields} noValidate onSubmit={event => void send(event)}>
      <p>{texts.shipText}</p>
      <CarriageFields form={form} />
      {units.most > 1 && <UnitFields title={texts.shipUnits} text={texts.shipUnitsText} units={units} />}
      <Buttons problem={problem} isPending={isPending} onClose={onClose} verb={texts.ship} />
    </form>
  )
}

function CorrectForm({ order, parcel, onClose }: CorrectDialogProps) {
  const form = useCarriage(parcel)
  const { run, problem, isPending } = useAct(form, { order, done: texts.corrected(order.number), onClose })
  const params = { id: order._id, parcelId: parcel?._id ?? '' }
  const send = form.handleSubmit(body => run(() => call(shipmentsContract.correctParcel, { params, body })))
  return (
    <form className={styles.fields} noValidate onSubmit={event => void send(event)}>
      <p>{texts.shipText}</p>
      <CarriageFields form={form} />
      <Buttons problem={problem} isPending={isPending} onClose={onClose} verb={texts.save} />
    </form>
  )
}

type Acting = { order: Order; done: string; onClose: () => void; units?: UnitsState }

function useAct(form: CarriageForm, { order, done, onClose, units }: Acting) {
  return useAdminAct({
    orderId: order._id,
    done,
    onDone: onClose,
    onRefused: failure => {
      for (const { field, message } of failure.errors) {
        if (field === 'carrier' || field === 'tracking') form.setError(field, { message })
        if (field === 'lines') units?.complain(message)
      }
    },
  })
}

function CarriageFields({ form }: { form: CarriageForm }) {
  const { errors } = form.formState
  return (
    <>
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
    </>
  )
}

type ButtonsProps = { problem: string | undefined; isPending: boolean; onClose: () => void; verb: string }

function Buttons({ problem, isPending, onClose, verb }: ButtonsProps) {
  return (
    <>
      <FormProblem>{problem}</FormProblem>
      <div className={styles.buttons}>
        <Button onClick={onClose} disabled={isPending}>
          {texts.cancel}
        </Button>
        <Button type="submit" variant="primary" pending={isPending}>
          {verb}
        </Button>
      </div>
    </>
  )
}
