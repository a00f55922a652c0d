import { zodResolver } from '@hookform/resolvers/zod'
import { type SubmitEvent, useEffect, useId, useRef, useState } from 'react'
import { type Resolver, useForm, useWatch } from 'react-hook-form'
import { useNavigate } from 'react-router'
import * as z from 'zod/mini'
import { formatNumber } from '#kernel/formats'
import { type Basket, DeliveryAddress, OrderBasket } from '#contracts/ordering'
import { useAccount } from '#parts/accounts'
import { type DeliverTo, OrderSum, tellCount } from '#parts/ordering'
import { basketTexts } from '#texts/ordering'
import { Button, LinkButton } from '#ui/controls/button.tsx'
import { dropDraft, keepDraft, readDraft } from '#ui/controls/draft.ts'
import { TextArea, TextField } from '#ui/controls/field.tsx'
import { FormProblem } from '#ui/controls/form-problem.tsx'
import { leadToWrong } from '#ui/controls/lead-to-wrong.ts'
import { Price } from '#ui/data/price.tsx'
import { toastSuccess } from '#ui/feedback/toast.ts'
import { useShop } from '#ui/shop.tsx'
import { Changes } from '../basket/changes.tsx'
import type { BasketInHand } from '../basket/use-basket.ts'
import { toCorrectPath } from '../basket/use-checkout.ts'
import { BuyingFor } from '../companies/buying-for.tsx'
import { AddressChoice } from './address-choice.tsx'
import { DeliveryChoice } from './delivery-choice.tsx'
import { useDelivery } from './use-delivery.ts'
import type { Around } from './use-around.ts'
import styles from './checkout-page.module.css'
import { anotherAddress } from './kept-addresses.tsx'
import { usePlacing } from './use-placing.ts'

const References = z.pick(OrderBasket, { purchaseOrderReference: true, vatNumber: true, notes: true })
const WithAddress = z.extend(References, { address: DeliveryAddress })
export type CheckoutInput = z.input<typeof WithAddress>
export type CheckoutOutput = z.output<typeof References> & { address?: z.output<typeof DeliveryAddress> | undefined }

/** An address that is not typed is not looked at. */
const WithoutAddress = z.extend(References, {
  address: z.pipe(
    z.custom<CheckoutInput['address']>(),
    z.transform((): undefined => undefined),
  ),
})

const resolvers: Record<'typed' | 'chosen', Resolver<CheckoutInput, unknown, CheckoutOutput>> = {
  typed: zodResolver(WithAddress),
  chosen: zodResolver(WithoutAddress),
}

const draftNames = [
  'name',
  'company',
  'street',
  'postalCode',
  'city',
  'region',
  'country',
  'phone',
  'purchaseOrderReference',
  'vatNumber',
  'notes',
] as const

type CheckoutFormProps = {
  inHand: BasketInHand & { basket: Basket }
  around: Around
  /** Reads the address book again. */
  onAddresses: () => Promise<void>
  onDeliverTo: (to: DeliverTo) => void
}

export function CheckoutForm({ inHand, around, onAddresses, onDeliverTo }: CheckoutFormProps) {
  const { basket } = inHand
  const { addresses, terms } = around
  const navigate = useNavigate()
  const [chosen, setChosen] = useState<string>()
  const choice = chosen ?? addresses[0]?._id ?? anotherAddress
  const isTyped = choice === anotherAddress
  const [isKept, setKept] = useState(true)
  const { form, drop } = useDraftedForm(isTyped)
  // A region is taken up once it stands there whole.
  const [region, setRegion] = useState(() => form.getValues('address.region'))
  const delivery = useDelivery({
    delivery: basket.delivery,
    address: addresses.find(({ _id }) => _id === choice),
    typed: { country: useWatch({ control: form.control, name: 'address.country' }), region },
    onDeliverTo,
  })
  const { problem, isPlacing, place } = usePlacing(form, { inHand, onAddresses, onKept: setChosen })
  const reasonId = useId()
  const reason = reasonOf(basket)

  const order = form.handleSubmit(async ({ address, ...references }) => {
    setRegion(form.getValues('address.region'))
    const to = isTyped && address ? { address, isKept } : { addressId: choice }
    const { total } = basket.totals
    const companyId = around.companies.find(({ isCurrent }) => isCurrent)?._id ?? null
    const placed = await place({ ...references, deliveryMethod: delivery.choice, total, companyId }, to)
    if (!placed) return
    drop()
    tellCount(0)
    toastSuccess(basketTexts.placed(placed.number))
    await navigate(`/dashboard/payment/${placed.insertedId}`)
  })
  const main = useRef<HTMLDivElement>(null)
  const send = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    // What is wrong with a line is mended where the line is.
    if (basket.lines.some(line => line.problems.length > 0)) return navigate(toCorrectPath)
    if (reason) return void leadToWrong(main.current)
    return order(event)
  }
  const { errors } = form.formState
  return (
    <form className={styles.form} noValidate onSubmit={event => void send(event)}>
      <div ref={main} className={styles.main}>
        <Changes changed={basket.changed} onAccept={changes => void inHand.accept(changes)} />
        <BuyingFor companies={around.companies} />
        <AddressChoice
          addresses={addresses}
          choice={choice}
          onChoose={setChosen}
          form={form}
          onRegion={setRegion}
          isKept={isKept}
          onKeep={setKept}
        />
        <DeliveryChoice basket={basket} choice={delivery.choice} onChoose={delivery.choose} />
        <section className={styles.part}>
          <h2>{basketTexts.papers}</h2>
          <div className={styles.pair}>
            <TextField
              {...form.register('purchaseOrderReference')}
              label={basketTexts.poReference}
              optional
              autoComplete="off"
              error={errors.purchaseOrderReference?.message}
            />
            <TextField
              {...form.register('vatNumber')}
              label={basketTexts.vatNumber}
              optional
              autoComplete="off"
              error={errors.vatNumber?.message}
            />
            <TextArea
              {...form.register('notes')}
              label={basketTexts.notes}
              hint={basketTexts.notesHint}
              optional
              rows={3}
              error={errors.notes?.message}
            />
          </div>
        </section>
      </div>
      <aside className={styles.sum} aria-label={basketTexts.review}>
        <Review basket={basket} />
        <Button type="submit" variant="primary" wide pending={isPlacing} aria-describedby={reasonId}>
          {basketTexts.placeOrder}
        </Button>
        <p id={reasonId} className={styles.reason} aria-live="polite">
          {reason ?? basketTexts.held(terms.reservationHours)}
        </p>
        <FormProblem>{problem?.message}</FormProblem>
        {problem?.code === 'too-many-open-orders' && (
          <LinkButton to="/dashboard/order">{basketTexts.toMyOrders}</LinkButton>
        )}
      </aside>
    </form>
  )
}

/** Why the order cannot be placed as it stands; said beside the button before it is pressed. */
function reasonOf({ lines, changed }: Basket): string | undefined {
  const wrong = lines.filter(line => line.problems.length > 0).length
  if (wrong > 0) return basketTexts.problemsInBasket(wrong)
  return changed.length > 0 ? basketTexts.acceptFirst : undefined
}

/** More lines than that are scrolled. */
const shownWhole = 12

function Review({ basket: { lines, totals, delivery } }: { basket: Basket }) {
  const { locale } = useShop()
  return (
    <>
      <h2>{basketTexts.review}</h2>
      <ul
        role="list"
        className={styles.items}
        aria-label={basketTexts.lines}
        {...(lines.length > shownWhole && { 'data-many': '', tabIndex: 0 })}
      >
        {lines.map(line => (
          <li key={line.id}>
            <span>{basketTexts.itemOf(formatNumber(line.quantity, locale), line.tool.name)}</span>
            {line.lineTotal !== null && <Price amount={line.lineTotal} currency={totals.currency} />}
          </li>
        ))}
      </ul>
      <LinkButton to="/basket" variant="quiet" size="small">
        {basketTexts.changeBasket}
      </LinkButton>
      <OrderSum sum={totals} country={delivery.country} />
    </>
  )
}

/** The form, with what was typed into it in this tab. */
function useDraftedForm(isTyped: boolean) {
  const { email, name } = useAccount()
  const { locale, country: shopsCountry } = useShop()
  const draftKey = `checkout:${email}`
  const [defaultValues] = useState(() => {
    const { purchaseOrderReference, vatNumber, notes, ...address } = readDraft(draftKey, draftNames)
    const country = shopsCountry ?? new Intl.Locale(locale).region ?? ''
    return { purchaseOrderReference, vatNumber, notes, address: { name, country, ...address } }
  })
  const resolver = isTyped ? resolvers.typed : resolvers.chosen
  const form = useForm<CheckoutInput, unknown, CheckoutOutput>({ resolver, mode: 'onTouched', defaultValues })
  const { subscribe } = form
  useEffect(() => {
    const keep = ({ address, ...references }: CheckoutInput) => keepDraft(draftKey, { ...address, ...references })
    return subscribe({ formState: { values: true }, callback: ({ values }) => keep(values) })
  }, [subscribe, draftKey])
  return { form, drop: () => dropDraft(draftKey) }
}
