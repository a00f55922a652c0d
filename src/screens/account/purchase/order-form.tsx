import { type SubmitEvent, useId, useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { useNavigate, useRevalidator } from 'react-router'
import type * as z from 'zod/mini'
import type { Tool } from '#contracts/catalogue'
import type { AnswerOf } from '#kernel/endpoint'
import type { contentContract } from '#contracts/content'
import { type Basket, type KeptAddress, type PlaceOrder, ordersContract } from '#contracts/ordering'
import { FreeShippingHint, OrderSum } from '#parts/ordering'
import { stockStateOf } from '#rules/catalogue'
import { mostOrdered, problemOfQuantity, quantityFits } from '#rules/ordering'
import { basketTexts, ordersTexts } from '#texts/ordering'
import type { CallFailed } from '#ui/calls/call-failed.ts'
import { call } from '#ui/calls/call.ts'
import { useIdempotencyKey } from '#ui/calls/idempotency-key.ts'
import { useAction } from '#ui/calls/use-action.ts'
import { Button, LinkButton } from '#ui/controls/button.tsx'
import { useFocusWhenGone } from '#ui/controls/focus-when-gone.ts'
import { FormProblem } from '#ui/controls/form-problem.tsx'
import { Stepper } from '#ui/controls/stepper.tsx'
import { useMoney, useUntold } from '#ui/data/price.tsx'
import { toastSuccess } from '#ui/feedback/toast.ts'
import { useShop } from '#ui/shop.tsx'
import { Methods } from '../checkout/methods.tsx'
import { AddToBasket } from './add-to-basket.tsx'
import { DetailFields, type DetailsInput, isDetail, useDetails } from './order-details.tsx'
import { type FitFor, OrderFit, useAcknowledging } from './order-fit.tsx'
import styles from './order-form.module.css'
import { useOrderSum } from './use-order-sum.ts'

type Config = AnswerOf<typeof contentContract.getConfig>

type OrderFormProps = {
  tool: Tool
  config: Config
  addresses: readonly KeptAddress[]
  fitFor: FitFor | undefined
  /** How many to begin with, and what these come to. */
  begin: { quantity: number; sum: Basket }
}

/** How many, where to, what it comes to, and the button. */
export function OrderForm({ tool, config, addresses, fitFor, begin }: OrderFormProps) {
  const navigate = useNavigate()
  const [quantity, setQuantity] = useState<number | undefined>(begin.quantity)
  const fit = useAcknowledging(fitFor)
  const title = useRef<HTMLHeadingElement>(null)
  const leaveVehicle = useFocusWhenGone(() => title.current)
  const details = useDetails(addresses)
  const { form } = details
  const { problem, place, forget } = usePlacing(form)
  const order = useOrderSum({ toolId: tool._id, quantity, to: details.to, first: begin.sum })
  const fits = quantity !== undefined && quantityFits(quantity, tool)
  const isPriceHidden = begin.sum.pricesAfterSignIn === true
  const untold = useUntold()
  const stock = stockStateOf(tool)
  // Nobody is asked for an address that cannot be used; but what was typed before the last one went stays.
  const [isOpen] = useState(stock === 'in-stock')
  const reasonId = useId()

  const submit = form.handleSubmit(async typed => {
    if (!fits) return
    if (!order.sum || order.isWaiting) return order.read()
    const { total } = order.sum
    const input = { ...details.sent(typed), ...fit.sent, tools_id: tool._id, quantity }
    const orderId = await place({ ...input, deliveryMethod: order.choice, total })
    if (!orderId) return order.read()
    // The order has it now; the next form asks for what the account says by then.
    details.drop()
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
      {isOpen && (
        <DetailFields details={details} addresses={addresses} dependsOnAddress={begin.sum.delivery.dependsOnAddress} />
      )}
      {isOpen && order.methods && (
        <div className={styles.delivery}>
          <p className={styles.reason} aria-live="polite">
            {order.methods.basket.delivery.problem}
          </p>
          <Methods {...order.methods} />
        </div>
      )}
      {isOpen && !isPriceHidden && <Amounts order={order} />}
      <div className={styles.submit}>
        <Button
          type="submit"
          variant="primary"
          wide
          pending={form.formState.isSubmitting || order.isWaiting}
          disabled={!fits || isPriceHidden}
          aria-describedby={reasonId}
        >
          {ordersTexts.placeOrder}
        </Button>
        {isOpen && quantity !== undefined && (
          <AddToBasket tool={tool} line={{ tools_id: tool._id, quantity, ...fit.forLine }} disabled={!fits} />
        )}
        <p id={reasonId} className={styles.reason}>
          {reasonOf(stock, fits) ??
            (isPriceHidden ? basketTexts.pricesUntold[untold] : undefined) ??
            ordersTexts.held(config.terms.reservationHours)}
        </p>
        {!isOpen && (
          <LinkButton to="/shop" wide>
            {ordersTexts.toOtherTools}
          </LinkButton>
        )}
      </div>
      <Problem problem={problem ?? order.failure} />
    </form>
  )
}

/** Why the button is grey; nothing while it is not. */
function reasonOf(stock: ReturnType<typeof stockStateOf>, fits: boolean): string | undefined {
  if (stock === 'sold-out') return ordersTexts.soldOut
  if (stock === 'below-minimum') return ordersTexts.tooFewLeft
  return fits ? undefined : ordersTexts.correctQuantity
}

/** The total taken apart. Too many units have a price too; what is no number has none. */
function Amounts({ order: { sum, line, delivery, isWaiting } }: { order: ReturnType<typeof useOrderSum> }) {
  const money = useMoney()
  const { locale } = useShop()
  return (
    <section className={styles.amounts} aria-label={ordersTexts.sumTitle} aria-busy={isWaiting}>
      <OrderSum
        sum={sum}
        goodsOf={
          sum && line
            ? ordersTexts.goodsOf(line.quantity.toLocaleString(locale), money(line.unitPrice ?? 0))
            : undefined
        }
        country={delivery?.country}
      />
      {delivery?.dependsOnAddress && !delivery.country && (
        <p className={styles.reason}>{ordersTexts.sumNeedsCountry}</p>
      )}
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
function Problem({ problem }: { problem: { message: string; code?: string } | undefined }) {
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

/**
 * Places an order: once, however often the same content is sent. What stood in the way is kept as `problem`, the
 * fields' own complaints go to the fields, and what was typed stays.
 */
function usePlacing(form: Pick<UseFormReturn<DetailsInput>, 'setError'>) {
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
