import { useRef, useState } from 'react'
import { Navigate } from 'react-router'
import { useAccount } from '#parts/accounts'
import { ordersForItself } from '../dashboard/menu.ts'
import { DocumentHead } from '#ui/navigation/document-head.tsx'
import { Empty } from '#ui/feedback/empty.tsx'
import { kitTexts } from '#ui/kit.texts.ts'
import { PageTitle, SectionTitle } from '#ui/navigation/page-title.tsx'
import { ReadFailed } from '#ui/feedback/read-failed.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import type { OwnReview } from '#contracts/reviews'
import { reviewsTexts } from '#texts/reviews'
import styles from './add-review-page.module.css'
import { OwnReviews } from './own-reviews.tsx'
import { ReviewForm } from './review-form.tsx'
import { useOwnReviews } from './own-review-queries.ts'

/** What a customer has to say, and what became of what they said. Admins decide about reviews elsewhere. */
export default function AddReviewPage() {
  return ordersForItself(useAccount()) ? <AddReview /> : <Navigate to="/dashboard" replace />
}

function AddReview() {
  const { email } = useAccount()
  const own = useOwnReviews()
  const [edited, setEdited] = useState<OwnReview>()
  // After writing, reading goes on at what was written.
  const list = useRef<HTMLElement>(null)
  return (
    <>
      <DocumentHead title={reviewsTexts.pageTitle} hiddenFromSearch />
      <PageTitle lead={reviewsTexts.lead}>{reviewsTexts.title}</PageTitle>
      {own.isPending && <Placeholder />}
      {own.isError && !own.data && (
        <ReadFailed
          title={reviewsTexts.readFailed}
          error={own.error}
          isTrying={own.isFetching}
          onTry={() => void own.refetch()}
        />
      )}
      {own.data && (
        <div className={styles.parts}>
          {/* Another review to edit is another form. */}
          <ReviewForm
            key={edited ? `${edited._id}-${edited.writtenAt}` : ''}
            email={email}
            own={own.data}
            edited={edited}
            onWritten={() => {
              setEdited(undefined)
              list.current?.focus()
            }}
          />
          <section ref={list} tabIndex={-1} aria-labelledby="your-reviews">
            <SectionTitle id="your-reviews">{reviewsTexts.yourReviews}</SectionTitle>
            {own.data.reviews.length > 0 ? (
              <OwnReviews reviews={own.data.reviews} onEdit={setEdited} />
            ) : (
              <Empty title={reviewsTexts.noneOwn}>{reviewsTexts.noneOwnNext}</Empty>
            )}
          </section>
        </div>
      )}
    </>
  )
}

/** The form's size, so that nothing jumps when it comes. */
function Placeholder() {
  return (
    <div role="status" className={styles.placeholder}>
      <span className="visually-hidden">{kitTexts.loading}</span>
      <Skeleton shape="title" />
      <Skeleton shape="control" />
      <Skeleton className={styles.words ?? ''} />
      <Skeleton className={styles.words ?? ''} />
      <Skeleton shape="control" />
    </div>
  )
}
