import { textFor } from '#kernel/texts'
import { DateTime } from '#ui/data/date.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { ReadFailed } from '#ui/feedback/read-failed.tsx'
import type { TimelineEntry } from '../../orders/orders.contract.ts'
import { ordersTexts } from '../../orders/orders.texts.ts'
import { useTimeline } from '../../page/order-queries.ts'
import styles from './timeline.module.css'

/** What happened to an order, from the first to the latest. */
export function Timeline({ orderId, isOwn }: { orderId: string; isOwn: boolean }) {
  const timeline = useTimeline(orderId)
  if (timeline.data) return <Entries entries={timeline.data} isOwn={isOwn} />
  if (timeline.error) {
    return (
      <ReadFailed
        title={ordersTexts.loadFailed}
        error={timeline.error}
        isTrying={timeline.isFetching}
        onTry={() => void timeline.refetch()}
      />
    )
  }
  return (
    <div className={styles.waiting}>
      <Skeleton shape="line" />
      <Skeleton shape="line" />
      <Skeleton shape="line" />
    </div>
  )
}

function Entries({ entries, isOwn }: { entries: readonly TimelineEntry[]; isOwn: boolean }) {
  const wordsOf = (actor: TimelineEntry['actor']) => ordersTexts.actors[isOwn && actor === 'customer' ? 'self' : actor]
  return (
    <ol role="list" className={styles.timeline}>
      {entries.map(({ at, kind, actor, note }, index) => (
        <li key={index} data-kind={kind}>
          <p className={styles.kind}>
            <strong>{textFor(ordersTexts.timeline, kind) ?? kind}</strong>{' '}
            <span className={styles.actor}>{wordsOf(actor)}</span>
          </p>
          {note && <p className={styles.note}>{note}</p>}
          <p className={styles.at}>
            <DateTime value={at} />
          </p>
        </li>
      ))}
    </ol>
  )
}
