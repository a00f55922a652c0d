import { textFor } from '#kernel/texts'
import { Badge, type BadgeTone } from '#ui/data/badge.tsx'
import { DateTime } from '#ui/data/date.tsx'
import { Fact } from '#ui/data/fact.tsx'
import { Price } from '#ui/data/price.tsx'
import type { Dispute } from './disputes.contract.ts'
import { ordersAdminTexts as texts } from '../orders/admin.texts.ts'
import { Part } from '../page/part.tsx'
import styles from '../page/order-page.module.css'

const tones: Record<Dispute['standing'], BadgeTone> = {
  'to-answer': 'bad',
  'under-review': 'maybe',
  won: 'ok',
  lost: 'neutral',
  closed: 'neutral',
}

/** Where a customer's bank disputes the payment of an order: for admins alone. */
export function DisputeList({ disputes }: { disputes: readonly Dispute[] }) {
  return (
    <Part title={texts.disputesTitle}>
      <ul role="list" className={styles.refunds}>
        {disputes.map(dispute => (
          <li key={dispute._id} className={styles.dispute}>
            <p className={styles.refund}>
              <Price amount={dispute.amount} currency={dispute.currency} />
              <Badge tone={tones[dispute.standing]}>{texts.disputeStandings[dispute.standing]}</Badge>
            </p>
            <p>
              {texts.disputeTexts[dispute.standing]}
              {!dispute.closedAt && ` ${dispute.keepsMoney ? texts.disputeKeeps : texts.disputeAsks}`}
            </p>
            <dl className={styles.columns}>
              <Fact name={texts.disputeReason}>{textFor(texts.disputeReasons, dispute.reason) ?? dispute.reason}</Fact>
              {dispute.standing === 'to-answer' && dispute.answerBy && (
                <Fact name={texts.disputeAnswerBy}>
                  <DateTime value={dispute.answerBy} />
                </Fact>
              )}
              <Fact name={texts.disputeOpened}>
                <DateTime value={dispute.openedAt} />
              </Fact>
              {dispute.closedAt && (
                <Fact name={texts.disputeClosed}>
                  <DateTime value={dispute.closedAt} />
                </Fact>
              )}
              <Fact name={texts.disputeAtProvider}>
                <code>{dispute.providerId}</code>
              </Fact>
            </dl>
          </li>
        ))}
      </ul>
    </Part>
  )
}
