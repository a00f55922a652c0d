import { Badge, type BadgeTone } from '#ui/data/badge.tsx'
import { Button } from '#ui/controls/button.tsx'
import { DateTime } from '#ui/data/date.tsx'
import { Picture } from '#ui/data/picture.tsx'
import { Stars } from '#ui/data/stars.tsx'
import type { OwnReview } from '#contracts/reviews'
import type { ReviewState } from '#rules/reviews'
import { reviewsTexts } from '#texts/reviews'
import styles from './review-rows.module.css'

export const toneOf: Record<ReviewState, BadgeTone> = { waiting: 'maybe', approved: 'ok', refused: 'bad' }

export function aboutOf({ toolName }: Pick<OwnReview, 'toolName'>): string {
  return toolName === null ? reviewsTexts.aboutShop : reviewsTexts.aboutTool(toolName)
}

/** What the account has written, each with what became of it. */
export function OwnReviews({
  reviews,
  onEdit,
}: {
  reviews: readonly OwnReview[]
  onEdit: (review: OwnReview) => void
}) {
  return (
    <ul role="list" className={styles.rows}>
      {reviews.map(review => (
        <li key={review._id} className={styles.row}>
          <Picture picture={review.picture} alt="" sizes="160px" className={styles.picture ?? ''} />
          <div className={styles.said}>
            <h3>{aboutOf(review)}</h3>
            <p className={styles.facts}>
              <Stars rating={review.rating} />
              <Badge tone={toneOf[review.state]}>{reviewsTexts.states[review.state]}</Badge>
              <DateTime value={review.writtenAt} precision="day" />
            </p>
            <p className={styles.words}>{review.review}</p>
          </div>
          <div className={styles.actions}>
            <Button
              size="small"
              variant="quiet"
              aria-label={reviewsTexts.editNamed(aboutOf(review))}
              onClick={() => onEdit(review)}
            >
              {reviewsTexts.edit}
            </Button>
          </div>
        </li>
      ))}
    </ul>
  )
}
