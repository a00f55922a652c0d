import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Badge } from '#ui/data/badge.tsx'
import { Button } from '#ui/controls/button.tsx'
import { call } from '#ui/calls/call.ts'
import { classNames } from '#ui/class-names.ts'
import { DateTime } from '#ui/data/date.tsx'
import { DocumentHead } from '#ui/navigation/document-head.tsx'
import { Empty } from '#ui/feedback/empty.tsx'
import { Icon } from '#ui/icon.tsx'
import { ListFilters, useFilters } from '#ui/controls/list-filters.tsx'
import { MoreRows } from '#ui/feedback/more-rows.tsx'
import { PageTitle } from '#ui/navigation/page-title.tsx'
import { usePagedList } from '#ui/feedback/paged-list.ts'
import { Picture } from '#ui/data/picture.tsx'
import { Placeholders } from '#ui/feedback/placeholders.tsx'
import { ReadFailed } from '#ui/feedback/read-failed.tsx'
import { Stars } from '#ui/data/stars.tsx'
import { toastFailure, toastSuccess } from '#ui/feedback/toast.ts'
import { type AdminReview, reviewsContract } from '#contracts/reviews'
import { type Decision, reviewStates } from '#rules/reviews'
import { reviewsTexts, shownReviewsTexts } from '#texts/reviews'
import { aboutOf, toneOf } from '../../account/reviews/own-reviews.tsx'
import styles from '../../account/reviews/review-rows.module.css'

const listKey = ['allReviews']

const states = () => reviewStates.map(value => ({ value, label: reviewsTexts.states[value] }))

/** What customers have written: an admin decides what everybody reads. */
export default function ManageReviewsPage() {
  const { state } = useFilters()
  const reviews = usePagedList(listKey, reviewsContract.listAllReviews, { state })
  const queries = useQueryClient()
  // A card that is decided moves or goes, and its button with it: reading goes on at the list.
  const list = useRef<HTMLDivElement>(null)
  const decided = async () => {
    await queries.invalidateQueries({ queryKey: listKey })
    list.current?.focus({ preventScroll: true })
  }
  return (
    <>
      <DocumentHead title={reviewsTexts.manage} hiddenFromSearch />
      <PageTitle lead={reviewsTexts.manageLead}>{reviewsTexts.manage}</PageTitle>
      <div className={styles.filters}>
        <ListFilters choices={[{ name: 'state', label: reviewsTexts.state, options: states() }]} />
      </div>
      <div ref={list} tabIndex={-1} className={styles.list}>
        {reviews.isPending && <Placeholders count={3} className={styles.rows} each={styles.placeholder} />}
        {reviews.error && (
          <ReadFailed
            title={reviewsTexts.manageFailed}
            error={reviews.error}
            isTrying={reviews.isFetching}
            onTry={() => void reviews.reload()}
          />
        )}
        {!reviews.isPending && !reviews.error && reviews.rows.length === 0 && (
          <Empty title={reviewsTexts.nothingHere}>{reviewsTexts.nothingHereNext}</Empty>
        )}
        {reviews.rows.length > 0 && (
          <ul role="list" className={styles.rows} aria-busy={reviews.isPrevious} inert={reviews.isPrevious}>
            {reviews.rows.map(review => (
              <ReviewRow key={review._id} review={review} onDecided={decided} />
            ))}
          </ul>
        )}
        <MoreRows list={reviews} />
      </div>
    </>
  )
}

type RowProps = { review: AdminReview; onDecided: () => Promise<void> }

function ReviewRow({ review, onDecided }: RowProps) {
  const { picture, name, email } = review
  return (
    <li className={classNames(styles.row, !picture && styles.bare)}>
      {picture && (
        <Picture picture={picture} alt={reviewsTexts.pictureBy(name)} sizes="160px" className={styles.picture ?? ''} />
      )}
      <div className={styles.said}>
        <h2>{aboutOf(review)}</h2>
        <p className={styles.facts}>
          <Stars rating={review.rating} />
          <Badge tone={toneOf[review.state]}>{reviewsTexts.states[review.state]}</Badge>
          <DateTime value={review.writtenAt} />
        </p>
        <p className={styles.words}>{review.review}</p>
        <p className={styles.author}>
          <b>{name}</b>
          {email && <span>{email}</span>}
          {review.verifiedBuyer && (
            <span className={styles.verified}>
              <Icon name="badge-check" size={16} />
              {shownReviewsTexts.verifiedBuyer}
            </span>
          )}
        </p>
      </div>
      <Decisions review={review} onDecided={onDecided} />
    </li>
  )
}

function Decisions({ review, onDecided }: RowProps) {
  const [pending, setPending] = useState<Decision>()
  const { _id: id, name, version } = review
  const decide = async (state: Decision) => {
    if (pending) return
    setPending(state)
    try {
      await call(reviewsContract.decideReview, { params: { id }, body: { state, version } })
      toastSuccess(state === 'approved' ? reviewsTexts.approved(name) : reviewsTexts.refused(name))
    } catch (error) {
      toastFailure(error)
    }
    // After a refusal as well: its words may be others by now.
    await onDecided()
    setPending(undefined)
  }
  return (
    <div className={styles.actions}>
      {review.state !== 'approved' && (
        <Button
          size="small"
          variant="primary"
          pending={pending === 'approved'}
          aria-label={reviewsTexts.approveNamed(name)}
          onClick={() => void decide('approved')}
        >
          {reviewsTexts.approve}
        </Button>
      )}
      {review.state !== 'refused' && (
        <Button
          size="small"
          variant="quiet"
          pending={pending === 'refused'}
          aria-label={reviewsTexts.refuseNamed(name)}
          onClick={() => void decide('refused')}
        >
          {reviewsTexts.refuse}
        </Button>
      )}
    </div>
  )
}
