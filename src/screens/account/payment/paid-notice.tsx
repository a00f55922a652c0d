import { useEffect, useRef } from 'react'
import { LinkButton } from '#ui/controls/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { useOrdersHome } from '#parts/ordering'
import { paymentsTexts } from '#texts/ordering'
import styles from './payment-page.module.css'

type PaidNoticeProps = {
  orderId: string
  transactionId: string | null
  /** On this page and now; else the order was paid before. */
  isJustPaid: boolean
  /** The provider has said yes and the shop does not know it yet. */
  isLate: boolean
}

/** The money has come. */
export function PaidNotice({ orderId, transactionId, isJustPaid, isLate }: PaidNoticeProps) {
  const home = useOrdersHome(orderId)
  const news = useRef<HTMLHeadingElement>(null)
  // The button that was pressed is gone; reading goes on at what came of it.
  useEffect(() => {
    if (isJustPaid) news.current?.focus()
  }, [isJustPaid])
  return (
    <div className={styles.paid} role="status">
      <Icon name="circle-check" size={40} />
      <h2 ref={news} tabIndex={-1}>
        {isJustPaid ? paymentsTexts.page.success : paymentsTexts.page.alreadyPaid}
      </h2>
      {transactionId && (
        <p className={styles.transaction}>
          {paymentsTexts.page.transactionId} <code>{transactionId}</code>
        </p>
      )}
      {isLate && <p>{paymentsTexts.page.late}</p>}
      <div className={styles.ways}>
        <LinkButton to={`/dashboard/order/${orderId}/receipt`} variant="primary">
          {paymentsTexts.page.receipt}
        </LinkButton>
        <LinkButton to={home.to}>{home.name}</LinkButton>
      </div>
    </div>
  )
}
