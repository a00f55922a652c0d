import { textFor } from '#kernel/texts'
import { formatNumber } from '#kernel/formats'
import { useEffect, useRef, useState } from 'react'
import type { Refund } from './refunds.contract.ts'
import { alreadyBack } from '../payments/payments.rules.ts'
import { Badge, type BadgeTone } from '#ui/data/badge.tsx'
import { Button } from '#ui/controls/button.tsx'
import { DateTime } from '#ui/data/date.tsx'
import { Price, useMoney } from '#ui/data/price.tsx'
import { useShop } from '#ui/shop.tsx'
import { ordersAdminTexts } from '../orders/admin.texts.ts'
import type { Order } from '../orders/orders.contract.ts'
import type { RefundState } from '../orders/orders.rules.ts'
import { ordersTexts } from '../orders/orders.texts.ts'
import { ResendDialog } from './resend-dialog.tsx'
import { Part } from '../page/part.tsx'
import styles from '../page/order-page.module.css'

const tones: Record<RefundState, BadgeTone> = { requested: 'maybe', done: 'ok', failed: 'bad' }

type RefundListProps = { order: Order; refunds: readonly Refund[]; isAdmin: boolean }

/** What went back of an order's money, and what should have. Admins send again what failed. */
export function RefundList({ order, refunds, isAdmin }: RefundListProps) {
  const [refundToResend, setRefundToResend] = useState<Refund>()
  const heading = useHeadingAfterSending(refunds)
  return (
    <Part title={ordersTexts.refundsTitle} headingRef={heading}>
      <ul role="list" className={styles.refunds}>
        {refunds.map(refund => (
          <li key={refund._id}>
            <Summary refund={refund} isAdmin={isAdmin} />
            {isAdmin && refund.state === 'failed' && (
              <Failure refund={refund} onSend={() => setRefundToResend(refund)} />
            )}
          </li>
        ))}
      </ul>
      <ResendDialog order={order} refund={refundToResend} onClose={() => setRefundToResend(undefined)} />
    </Part>
  )
}

/** When a button has gone with what it did, reading goes on at the heading. */
function useHeadingAfterSending(refunds: readonly Refund[]) {
  const heading = useRef<HTMLHeadingElement>(null)
  const failed = refunds.filter(refund => refund.resendable).length
  const before = useRef(failed)
  useEffect(() => {
    if (failed < before.current && document.activeElement === document.body) heading.current?.focus()
    before.current = failed
  }, [failed])
  return heading
}

function Summary({ refund, isAdmin }: { refund: Refund; isAdmin: boolean }) {
  const { locale } = useShop()
  const isFailed = refund.state === 'failed' && refund.failure !== alreadyBack
  return (
    <>
      <p className={styles.refund}>
        <Price amount={refund.amount} currency={refund.currency} />
        <Badge tone={isFailed || refund.state !== 'failed' ? tones[refund.state] : 'neutral'}>
          {refund.state === 'failed' && !isFailed
            ? ordersTexts.refundNotNeeded
            : ordersTexts.refundStates[refund.state]}
        </Badge>
        <span className={styles.soft}>
          <DateTime value={refund.doneAt ?? refund.requestedAt} />
        </span>
      </p>
      {refund.cause === 'order-closed' && <p>{ordersTexts.refundOfClosed}</p>}
      {refund.cause === 'provider' && <p>{ordersTexts.refundAtProvider}</p>}
      {!isAdmin && isFailed && (
        <p className={styles.failed}>
          {ordersTexts.refundFailedText[refund.cause]}
          {refund.resendable && ` ${ordersTexts.refundSentAgain[refund.cause]}`}
        </p>
      )}
      {refund.reason && <p>{refund.reason}</p>}
      {refund.returned.map(({ position, quantity, toolName }) => (
        <p key={position} className={styles.soft}>
          {ordersTexts.refundReturned(formatNumber(quantity, locale), toolName)}
        </p>
      ))}
      {isAdmin && refund.tries > 1 && (
        <p className={styles.soft}>{ordersAdminTexts.triedTimes(formatNumber(refund.tries, locale))}</p>
      )}
    </>
  )
}

/** Why it failed, for admins, and the way to send it again where there still is one. */
function Failure({ refund, onSend }: { refund: Refund; onSend: () => void }) {
  const money = useMoney()
  if (refund.failure === alreadyBack && !refund.resendable) {
    return <p className={styles.soft}>{ordersAdminTexts.alreadyBack}</p>
  }
  const why = refund.failure
    ? (textFor(ordersAdminTexts.failures, refund.failure) ?? refund.failure)
    : ordersAdminTexts.failures.unknown
  return (
    <div className={styles.failure}>
      <p className={styles.failed}>
        {ordersAdminTexts.whyFailed} {why}
        {!refund.resendable && ` ${ordersAdminTexts.notResendable}`}
      </p>
      {refund.resendable && (
        <Button
          size="small"
          aria-label={ordersAdminTexts.resendNamed(money(refund.amount, refund.currency))}
          onClick={onSend}
        >
          {ordersAdminTexts.resend}
        </Button>
      )}
    </div>
  )
}
