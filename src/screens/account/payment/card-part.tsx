import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { AnswerOf } from '#kernel/endpoint'
import type { ordersContract } from '#contracts/ordering'
import { useOrderRefresh } from '#parts/ordering'
import { Button } from '#ui/controls/button.tsx'
import { CallFailed } from '#ui/calls/call-failed.ts'
import { call } from '#ui/calls/call.ts'
import { FormProblem } from '#ui/controls/form-problem.tsx'
import { kitTexts } from '#ui/kit.texts.ts'
import { useMoney } from '#ui/data/price.tsx'
import { paymentsContract } from '#contracts/ordering'
import { paymentsTexts } from '#texts/ordering'
import { CardForm } from './card-form.tsx'
import type { PaymentsConfig } from './load-provider.ts'
import styles from './payment-page.module.css'

type Order = AnswerOf<typeof ordersContract.getOrder>
type CardPartProps = { order: Order; config: PaymentsConfig; onPaid: (transactionId: string) => Promise<void> }

/** The refusals that say that the order is no longer what this page believes. */
const saysTheOrderChanged = ['order-paid', 'order-not-open', 'order-gone', 'price-changed']

/** Opens the payment and shows the card form; asking again gives the same payment, so a retry costs nothing. */
export function CardPart({ order, config, onPaid }: CardPartProps) {
  const refresh = useOrderRefresh()
  const money = useMoney()
  const intent = useQuery({
    queryKey: ['payment-intent', order._id, order.price],
    queryFn: () => call(paymentsContract.createPaymentIntent, { body: { price: order.price, orderId: order._id } }),
    staleTime: Infinity,
    // Not kept beyond the visit: it may have been called off by then.
    gcTime: 0,
    refetchOnReconnect: false,
  })
  const code = intent.error instanceof CallFailed ? intent.error.code : undefined
  const isOutdated = code !== undefined && saysTheOrderChanged.includes(code)
  useEffect(() => {
    if (isOutdated) void refresh(order._id)
    // Once for each refusal: the order that comes back decides what is shown then.
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- a new `refresh` is no new refusal
  }, [isOutdated, order._id])

  if (intent.isError) {
    return (
      <div className={styles.refused}>
        <FormProblem>{intent.error instanceof CallFailed ? intent.error.message : kitTexts.unexpected}</FormProblem>
        <Button variant="primary" pending={intent.isFetching} onClick={() => void intent.refetch()}>
          {paymentsTexts.form.tryAgain}
        </Button>
      </div>
    )
  }
  return (
    <CardForm
      config={config}
      clientSecret={intent.data?.clientSecret}
      triesLeft={intent.data?.triesLeft}
      amount={money(order.price, order.currency)}
      billing={{ name: order.name, email: order.email }}
      onPaid={onPaid}
    />
  )
}
