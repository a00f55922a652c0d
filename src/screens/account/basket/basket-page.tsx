import { type RefObject, useRef } from 'react'
import { formatNumber } from '#kernel/formats'
import { loginPath } from '#rules/identity'
import { basketTexts } from '#texts/ordering'
import { FreeShippingHint, OrderSum } from '#parts/ordering'
import { LinkButton } from '#ui/controls/button.tsx'
import { leadToWrong } from '#ui/controls/lead-to-wrong.ts'
import { useUntold } from '#ui/data/price.tsx'
import { DocumentHead } from '#ui/navigation/document-head.tsx'
import { Empty } from '#ui/feedback/empty.tsx'
import { PageTitle } from '#ui/navigation/page-title.tsx'
import { Placeholders } from '#ui/feedback/placeholders.tsx'
import { ReadFailed } from '#ui/feedback/read-failed.tsx'
import { useShop } from '#ui/shop.tsx'
import { SaveAsList } from '../lists/save-as-list.tsx'
import { BasketLines } from './basket-lines.tsx'
import styles from './basket-page.module.css'
import { Changes } from './changes.tsx'
import { EmptyBasket, TakenOut } from './taken-out.tsx'
import { type BasketInHand, useBasket } from './use-basket.ts'
import { useCheckout } from './use-checkout.ts'

/** What somebody means to order: everybody's page, for it needs no account until it becomes an order. */
export default function BasketPage() {
  const inHand = useBasket()
  const { basket, failure, isBusy, read } = inHand
  const lines = useRef<HTMLDivElement>(null)
  const checkout = useCheckout(lines, inHand)
  return (
    <div className={`column ${styles.page}`}>
      <DocumentHead title={basketTexts.basket} hiddenFromSearch />
      <PageTitle lead={basketTexts.lead}>{basketTexts.basket}</PageTitle>
      {failure && <ReadFailed title={basketTexts.failed} error={failure} isTrying={isBusy} onTry={() => void read()} />}
      {!basket && !failure && <Placeholders count={3} className={styles.waiting ?? ''} />}
      <TakenOut inHand={inHand} />
      {basket && basket.lines.length === 0 && <Nothing isSignedIn={inHand.isSignedIn} />}
      {basket && basket.lines.length > 0 && (
        <div className={styles.sheet}>
          <div ref={lines} className={styles.main}>
            <Changes changed={basket.changed} onAccept={changes => void inHand.accept(changes)} />
            <BasketLines
              acts={inHand.acts}
              unsaved={inHand.unsaved}
              lines={basket.lines}
              needsAll={checkout.isSentBack}
            />
          </div>
          <Sum inHand={inHand} basket={basket} place={lines} checkout={checkout} />
        </div>
      )}
    </div>
  )
}

function Nothing({ isSignedIn }: { isSignedIn: boolean }) {
  return (
    <Empty
      title={basketTexts.empty}
      action={
        <div className={styles.ways}>
          <LinkButton to="/shop" variant="primary">
            {basketTexts.findTools}
          </LinkButton>
          <LinkButton to="/order-pad">{basketTexts.quickOrder}</LinkButton>
          {!isSignedIn && <LinkButton to={loginPath('/basket')}>{basketTexts.logIn}</LinkButton>}
        </div>
      }
    >
      <p>{basketTexts.emptyNext}</p>
      {!isSignedIn && <p>{basketTexts.emptySignedOut}</p>}
    </Empty>
  )
}

type SumProps = {
  inHand: BasketInHand
  basket: NonNullable<BasketInHand['basket']>
  /** Where the lines stand, with what may be wrong with them. */
  place: RefObject<HTMLElement | null>
  checkout: ReturnType<typeof useCheckout>
}

/** A quantity that is typed, and is not what would be saved. */
const unsaved = '[aria-invalid="true"]:not([data-in-the-way], [type="checkbox"], [data-seen] *)'

/** What it comes to, and the way on; what stands in the way is said beside it. */
function Sum({ inHand, basket: { lines, totals, changed, delivery, pricesAfterSignIn }, place, checkout }: SumProps) {
  const { locale } = useShop()
  const untold = useUntold()
  const wrong = lines.filter(line => line.problems.length > 0).length
  const reason = wrong > 0 ? basketTexts.problemsFirst(wrong) : changed.length > 0 ? basketTexts.acceptFirst : undefined
  return (
    <section className={styles.sum} aria-label={basketTexts.sumTitle} aria-busy={inHand.isBusy}>
      {pricesAfterSignIn ? (
        <p>{basketTexts.pricesUntold[untold]}</p>
      ) : (
        <OrderSum
          sum={totals}
          goodsOf={basketTexts.goodsOf(formatNumber(lines.length, locale), lines.length)}
          country={delivery.country}
        />
      )}
      {totals.missingForFreeShipping > 0 && totals.shipping > 0 && (
        <FreeShippingHint
          from={totals.goods + totals.missingForFreeShipping}
          missing={totals.missingForFreeShipping}
          currency={totals.currency}
        />
      )}
      {delivery.dependsOnAddress && <p className={styles.reason}>{basketTexts.dependsOnAddress}</p>}
      <LinkButton to="/checkout" variant="primary" wide onClick={event => void checkout.leave(event)}>
        {basketTexts.toCheckout}
      </LinkButton>
      <p className={styles.reason} aria-live="polite">
        {reason ??
          (checkout.isHeld
            ? basketTexts.correctFirst
            : inHand.isSignedIn
              ? undefined
              : basketTexts.toCheckoutSignedOut)}
      </p>
      <SaveAsList variant="quiet" wide mayGoOn={() => !leadToWrong(place.current, unsaved)} />
      <EmptyBasket inHand={inHand} lines={lines.length} />
      <LinkButton to="/shop" variant="quiet" wide>
        {basketTexts.goOn}
      </LinkButton>
    </section>
  )
}
