import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import type { DeliverTo } from '#parts/ordering'
import { queryClientOf, useAccount } from '#parts/accounts'
import { basketTexts } from '#texts/ordering'
import { Breadcrumb } from '#ui/navigation/breadcrumb.tsx'
import { DocumentHead } from '#ui/navigation/document-head.tsx'
import { PageTitle } from '#ui/navigation/page-title.tsx'
import { Empty } from '#ui/feedback/empty.tsx'
import { LinkButton } from '#ui/controls/button.tsx'
import { Placeholders } from '#ui/feedback/placeholders.tsx'
import { ReadFailed } from '#ui/feedback/read-failed.tsx'
import { useBasket } from '../basket/use-basket.ts'
import { CheckoutForm } from './checkout-form.tsx'
import styles from './checkout-page.module.css'
import { useAround } from './use-around.ts'

/** From a basket to an order: where to, by which references, and the button. */
export default function CheckoutPage() {
  const { email } = useAccount()
  return (
    <QueryClientProvider client={queryClientOf(email)}>
      <Checkout />
    </QueryClientProvider>
  )
}

function Checkout() {
  const [to, setTo] = useState<DeliverTo>()
  const inHand = useBasket(to)
  const around = useAround()
  const { basket } = inHand
  const failure = basket && around.data ? undefined : (inHand.failure ?? around.failure)
  const readAgain = () => void Promise.all([inHand.read(), around.read()])
  return (
    <div className={`column ${styles.page}`}>
      <DocumentHead title={basketTexts.checkout} hiddenFromSearch />
      <Breadcrumb items={[{ label: basketTexts.basket, to: '/basket' }, { label: basketTexts.checkout }]} />
      <PageTitle>{basketTexts.checkout}</PageTitle>
      {failure && (
        <ReadFailed
          title={basketTexts.checkoutFailed}
          error={failure}
          isTrying={inHand.isBusy || around.isReading}
          onTry={readAgain}
        />
      )}
      {!failure && !(basket && around.data) && <Placeholders count={3} className={styles.waiting} />}
      {basket && around.data && basket.lines.length === 0 && (
        <Empty
          title={basketTexts.empty}
          action={
            <LinkButton to="/shop" variant="primary">
              {basketTexts.findTools}
            </LinkButton>
          }
        >
          <p>{basketTexts.emptyNext}</p>
        </Empty>
      )}
      {basket && around.data && basket.lines.length > 0 && (
        <CheckoutForm
          inHand={{ ...inHand, basket }}
          around={around.data}
          onAddresses={around.read}
          onDeliverTo={setTo}
        />
      )}
    </div>
  )
}
