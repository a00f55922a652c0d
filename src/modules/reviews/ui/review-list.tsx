import type { Review } from '../reviews.contract.ts'
import { Card } from '#ui/data/card.tsx'
import { Empty } from '#ui/feedback/empty.tsx'
import { Icon } from '#ui/icon.tsx'
import { Stars } from '#ui/data/stars.tsx'
import { shownReviewsTexts } from '../shown.texts.ts'
import styles from './review-list.module.css'

/** What customers say of the shop. */
export function ReviewList({ reviews }: { reviews: readonly Review[] }) {
  if (reviews.length === 0) return <Empty title={shownReviewsTexts.none}>{shownReviewsTexts.noneNext}</Empty>
  return (
    <ul role="list" className={styles.list}>
      {reviews.map(review => (
        <li key={review._id}>
          <ReviewCard review={review} />
        </li>
      ))}
    </ul>
  )
}

function ReviewCard({ review }: { review: Review }) {
  return (
    <Card as="article" className={styles.card}>
      <Stars rating={review.rating} />
      <blockquote className={styles.words}>{review.review}</blockquote>
      <footer className={styles.author}>
        <Portrait review={review} />
        <p>
          <b>{review.name}</b>
          {review.business && <span>{review.business}</span>}
        </p>
        {review.verifiedBuyer && (
          <span className={styles.verified}>
            <Icon name="badge-check" size={16} />
            {shownReviewsTexts.verifiedBuyer}
          </span>
        )}
      </footer>
    </Card>
  )
}

/** The picture that came with the review; without one, the first letters of the name, as on a locker. */
function Portrait({ review }: { review: Review }) {
  const { picture } = review
  if (picture) {
    return (
      <picture>
        <source type="image/avif" srcSet={picture.avif} sizes="44px" />
        <source type="image/webp" srcSet={picture.webp} sizes="44px" />
        <img
          src={picture.src}
          alt=""
          width={44}
          height={44}
          loading="lazy"
          decoding="async"
          className={styles.portrait}
        />
      </picture>
    )
  }
  const initials = review.name
    .split(/\s+/)
    .slice(0, 2)
    .map(word => Array.from(word)[0] ?? '')
    .join('')
  return (
    <span aria-hidden="true" className={styles.portrait}>
      {initials.toUpperCase()}
    </span>
  )
}
