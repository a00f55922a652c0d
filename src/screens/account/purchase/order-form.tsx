import { zodResolver } from '@hookform/resolvers/zod'
import { type SubmitEvent, useEffect, useId, useRef, useState } from 'react'
import { type UseFormReturn, useForm } from 'react-hook-form'
import { useNavigate, useRevalidator } from 'react-router'
import * as z from 'zod/mini'
import type { Tool } from '#contracts/catalogue'
import type { AnswerOf } from '#kernel/endpoint'
import type { contentContract } from '#contracts/content'
import { useAccount } from '#parts/accounts'
import { type Offered, unitPriceAt } from '#parts/pricing'
import { stockStateOf } from '#rules/catalogue'
import { Button, LinkButton } from '#ui/controls/button.tsx'
import { dropDraft, keepDraft, readDraft } from '#ui/controls/draft.ts'
import { TextArea, TextField } from '#ui/controls/field.tsx'
import { useFocusWhenGone } from '#ui/controls/focus-when-gone.ts'
import { FormProblem } from '#ui/controls/form-problem.tsx'
import { useMoney } from '#ui/data/price.tsx'
import { useShop } from '#ui/shop.tsx'
import { Stepper } from '#ui/controls/stepper.tsx'
import type { CallFailed } from '#ui/calls/call-failed.ts'
import { call } from '#ui/calls/call.ts'
import { useIdempotencyKey } from '#ui/calls/idempotency-key.ts'
import { useAction } from '#ui/calls/use-action.ts'
import { toastSuccess } from '#ui/feedback/toast.ts'
import { PlaceOrder, ordersContract } from '#contracts/ordering'
import { mostOrdered, problemOfQuantity, quantityFits } from '#rules/ordering'
import { ordersTexts } from '#texts/ordering'
import { AddToBasket } from './add-to-basket.tsx'
import styles from './order-form.module.css'
import { draftKeyOf, draftNames } from './order-draft.ts'
import { type FitFor, OrderFit, useAcknowledging } from './order-fit.tsx'
import { FreeShippingHint, OrderSum } from '#parts/ordering'
import { Methods } from '../checkout/methods.tsx'
import { useOrderSum } from './use-order-sum.ts'
import { useLastDetails } from './use-last-details.ts'

type Config = AnswerOf<typeof contentContract.getConfig>

/** What the form asks for; tool, quantity, name and email are known. */
const Details = z.omit(PlaceOrder, {
  tools_id: true,
  quantity: true,
  vehicle: true,
  acknowledged: true,
  deliveryMethod: true,
  total: true,
})
type DetailsForm = UseFormReturn<z.input<typeof Details>, unknown, z.output<typeof Details>>

type OrderFormProps = {
  tool: Tool
  offered: Offered
  config: Config
  fitFor: FitFor | undefined
  /** How many the vehicle needs, or whatever the address asks for. */
  wanted: number | undefined
}

/** How many, where to, what it comes to, and the button. */
export function OrderForm({ tool, offered, config, fitFor, wanted }: OrderFormProps) {
  const navigate = useNavigate()
  const [quantity, setQuantity] = useState<number | undefined>(
    wanted && quantityFits(wanted, tool) ? wanted : tool.minimumQuantity,
  )
  const fit = useAcknowledging(fitFor)
  const title = useRef<HTMLHeadingElement>(null)
  const leaveVehicle = useFocusWhenGone(() => title.current)
  const { email } = useAccount()
  const draftKey = draftKeyOf(email)
  const defaultValues = readDraft(draftKey, draftNames)
  const form = useForm({ resolver: zodResolver(Details), mode: 'onTouched', defaultValues })
  const filled = useLastDetails(form, email)
  const { subscribe } = form
  useEffect(() => {
    const keep = (values: Record<string, unknown>) => {
      const typed = draftNames.filter(name => values[name] !== filled.current?.[name])
      keepDraft(draftKey, Object.fromEntries(typed.map(name => [name, values[name]])))
    }
    return subscribe({ formState: { values: true }, callback: ({ values }) => keep(values) })
  }, [subscribe, draftKey, filled])
  const { problem, place, forget } = usePlacing(form)
  const order = useOrderSum({ tool, offered, config, quantity })
  const fits = quantity !== undefined && quantityFits(quantity, tool)
  const stock = stockStateOf(tool)
  // Nobody is asked for an address that cannot be used; but what was typed before the last one went stays.
  const [isOpen] = useState(stock === 'in-stock')
  const reasonId = useId()

  const submit = form.handleSubmit(async details => {
    if (!fits || !order.sum) return
    const { total } = order.sum
    const deliveryMethod = order.delivery?.choice
    const orderId = await place({ ...details, ...fit.sent, tools_id: tool._id, quantity, deliveryMethod, total })
    if (!orderId) return order.read()
    // The order has it now; the next form asks for what the account says by then.
    dropDraft(draftKey)
    toastSuccess(ordersTexts.added(tool.name))
    await navigate(`/dashboard/payment/${orderId}`)
  })
  const send = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    // What is missing is told all at once; the box comes first, for it stands above the fields.
    if (!fit.mayGoOn()) await form.trigger()
    else await submit(event)
  }
  return (
    <form className={styles.form} noValidate onSubmit={event => void send(event)}>
      <h2 ref={title} tabIndex={-1}>
        {ordersTexts.orderTitle}
      </h2>
      <Stepper
        label={ordersTexts.quantity}
        value={quantity}
        onChange={next => {
          setQuantity(next)
          forget()
        }}
        least={tool.minimumQuantity}
        most={mostOrdered(tool)}
        multiple={tool.multiple}
        name="quantity"
        {...(stock !== 'in-stock' && { hint: '' })}
        error={problemOfQuantity(quantity, tool)}
      />
      {fitFor && <OrderFit {...fitFor} {...fit.shown} onLeave={leaveVehicle} />}
      {isOpen && <DetailFields form={form} />}
      {isOpen && order.delivery && (
        <div className={styles.delivery}>
          <p className={styles.reason} aria-live="polite">
            {order.delivery.basket.delivery.problem}
          </p>
          <Methods {...order.delivery} onChoose={order.delivery.choose} />
        </div>
      )}
      {isOpen && <Amounts offered={offered} quantity={quantity} sum={order.sum} />}
      <div className={styles.submit}>
        <Button
          type="submit"
          variant="primary"
          wide
          pending={form.formState.isSubmitting || order.isWaiting}
          disabled={!fits}
          aria-describedby={reasonId}
        >
          {ordersTexts.placeOrder}
        </Button>
        {isOpen && quantity !== undefined && (
          <AddToBasket tool={tool} line={{ tools_id: tool._id, quantity, ...fit.known }} disabled={!fits} />
        )}
        <p id={reasonId} className={styles.reason}>
          {reasonOf(stock, fits) ?? ordersTexts.held(config.terms.reservationHours)}
        </p>
        {!isOpen && (
          <LinkButton to="/shop" wide>
            {ordersTexts.toOtherTools}
          </LinkButton>
        )}
      </div>
      <Problem problem={problem} />
    </form>
  )
}

/** Why the button is grey; nothing while it is not. */
function reasonOf(stock: ReturnType<typeof stockStateOf>, fits: boolean): string | undefined {
  if (stock === 'sold-out') return ordersTexts.soldOut
  if (stock === 'below-minimum') return ordersTexts.tooFewLeft
  return fits ? undefined : ordersTexts.correctQuantity
}

function DetailFields({ form }: { form: DetailsForm }) {
  const account = useAccount()
  const { register, formState } = form
  const { errors } = formState
  return (
    <div className={styles.fields}>
      <TextField label={ordersTexts.userName} value={account.name} readOnly />
      <TextField label={ordersTexts.userEmail} value={account.email} readOnly />
      <TextField
        {...register('phone')}
        label={ordersTexts.phone}
        type="tel"
        autoComplete="tel"
        error={errors.phone?.message}
      />
      <TextField
        {...register('company')}
        label={ordersTexts.company}
        autoComplete="organization"
        error={errors.company?.message}
      />
      <TextArea
        {...register('address')}
        label={ordersTexts.address}
        hint={ordersTexts.addressHint}
        autoComplete="street-address"
        rows={3}
        error={errors.address?.message}
        className={styles.whole}
      />
      <TextField
        {...register('purchaseOrderReference')}
        label={ordersTexts.reference}
        optional
        autoComplete="off"
        error={errors.purchaseOrderReference?.message}
      />
      <TextField
        {...register('vatNumber')}
        label={ordersTexts.vatNumber}
        optional
        autoComplete="off"
        error={errors.vatNumber?.message}
      />
    </div>
  )
}

type AmountsProps = {
  offered: Offered
  quantity: number | undefined
  sum: ReturnType<typeof useOrderSum>['sum']
}

/** The total taken apart. Too many units have a price too; what is no number has none. */
function Amounts({ offered, quantity, sum }: AmountsProps) {
  const money = useMoney()
  const { locale } = useShop()
  const unitPrice = unitPriceAt(offered, quantity ?? 0)
  return (
    <section className={styles.amounts} aria-label={ordersTexts.sumTitle}>
      <OrderSum
        sum={sum}
        goodsOf={quantity ? ordersTexts.goodsOf(quantity.toLocaleString(locale), money(unitPrice)) : undefined}
      />
      {sum && sum.shipping > 0 && (
        <FreeShippingHint
          from={sum.goods + sum.missingForFreeShipping}
          missing={sum.missingForFreeShipping}
          currency={sum.currency}
        />
      )}
    </section>
  )
}

/** Why there is no order, and where that can be mended. */
function Problem({ problem }: { problem: ReturnType<typeof usePlacing>['problem'] }) {
  return (
    <>
      <FormProblem>{problem?.message}</FormProblem>
      {problem?.code === 'too-many-open-orders' && (
        <LinkButton to="/dashboard/order">{ordersTexts.toMyOrders}</LinkButton>
      )}
      {problem?.code === 'tool-gone' && <LinkButton to="/shop">{ordersTexts.toOtherTools}</LinkButton>}
    </>
  )
}

/** The refusals after which the page's numbers are old. */
const saysTheToolChanged = [
  'not-enough-stock',
  'below-minimum',
  'not-a-multiple',
  'fit-not-acknowledged',
  'terms-changed',
]

const isDetail = (field: string): field is keyof z.input<typeof Details> => Object.hasOwn(Details.shape, field)

/**
 * Places an order: once, however often the same content is sent. What stood in the way is kept as `problem`, the
 * fields' own complaints go to the fields, and what was typed stays.
 */
function usePlacing(form: Pick<UseFormReturn<z.input<typeof Details>>, 'setError'>) {
  const idempotency = useIdempotencyKey()
  const { act, failure, forget } = useAction()
  const { revalidate } = useRevalidator()

  const explain = async (refusal: CallFailed) => {
    for (const { field, message } of refusal.errors) if (isDetail(field)) form.setError(field, { message })
    if (saysTheToolChanged.includes(refusal.code)) await revalidate()
  }
  /** The id of the order; undefined when there is none. */
  const place = (body: z.input<typeof PlaceOrder>): Promise<string | undefined> =>
    act(async () => {
      const { insertedId } = await call(ordersContract.placeOrder, { body, idempotencyKey: idempotency.keyOf(body) })
      idempotency.forget()
      return insertedId
    }, explain)
  return { problem: failure, place, forget }
}
