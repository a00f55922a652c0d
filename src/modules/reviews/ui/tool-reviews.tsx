import { useState } from 'react'
import type { Page } from '#kernel/endpoint'
import type { PageCall } from '#ui/calls/call.ts'
import { Empty } from '#ui/feedback/empty.tsx'
import { kitTexts } from '#ui/kit.texts.ts'
import { SectionTitle } from '#ui/navigation/page-title.tsx'
import { useShop } from '#ui/shop.tsx'
import { ShowMore } from '#ui/feedback/show-more.tsx'
import { toastFailure } from '#ui/feedback/toast.ts'
import type { Review } from '../reviews.contract.ts'
import { shownReviewsTexts } from '../shown.texts.ts'
import { ReviewList } from './review-list.tsx'
import styles from './tool-reviews.module.css'

/** How many the page shows before somebody asks for more. */
const atFirst = '6'

/** The first reviews of a tool, or those after a place in the list, for the loader of its page. */
export async function readToolReviews(callPage: PageCall, toolId: string, after: string): Promise<Page<Review[]>> {
  // Fetched here, so that no page's script carries the contract for its loader's sake.
  const { reviewsContract } = await import('../reviews.contract.ts')
  const query = { limit: atFirst, ...(after && { after }) }
  return callPage(reviewsContract.listToolReviews, { params: { id: toolId }, query })
}

/** `ratingCount`: how many ratings the tool's stars are made of. */
type ToolReviewsProps = { toolId: string; ratingCount: number; first: Page<Review[]>; vehicle: number | undefined }

/** What buyers say of a tool, at the end of its page. */
export function ToolReviews({ toolId, ratingCount, first, vehicle }: ToolReviewsProps) {
  const { locale } = useShop()
  const [more, setMore] = useState<Page<Review[]>[]>([])
  const [isPending, setPending] = useState(false)
  const pages = [first, ...more]
  const reviews = pages.flatMap(page => page.items)
  const next = pages.at(-1)?.next
  const showMore = async () => {
    const query = Object.fromEntries(new URLSearchParams(next))
    setPending(true)
    try {
      const { moreToolReviews } = await import('./review-calls.ts')
      const page = await moreToolReviews(toolId, query)
      setMore(shown => [...shown, page])
    } catch (error) {
      toastFailure(error)
    }
    setPending(false)
  }
  return (
    <section className={styles.reviews} aria-labelledby="tool-reviews">
      <SectionTitle id="tool-reviews">{shownReviewsTexts.toolReviews}</SectionTitle>
      {reviews.length === 0 ? (
        <NoReviews ratingCount={ratingCount} />
      ) : (
        <>
          <ReviewList reviews={reviews} />
          <div className={styles.more}>
            <p role="status">
              {kitTexts.shownOf(reviews.length.toLocaleString(locale), first.total.toLocaleString(locale))}
            </p>
            {next && (
              <ShowMore
                name="reviews"
                next={next}
                keep={{ vehicle: vehicle?.toString() }}
                at="tool-reviews"
                pending={isPending}
                onMore={() => void showMore()}
              >
                {kitTexts.showMore}
              </ShowMore>
            )}
          </div>
        </>
      )}
    </section>
  )
}

/** Stars above and "no reviews" below would contradict each other where somebody has rated without a word. */
function NoReviews({ ratingCount }: Pick<ToolReviewsProps, 'ratingCount'>) {
  const { locale } = useShop()
  if (ratingCount === 0)
    return <Empty title={shownReviewsTexts.noToolReviews}>{shownReviewsTexts.noToolReviewsNext}</Empty>
  return (
    <Empty title={shownReviewsTexts.ratingsAlone}>
      {shownReviewsTexts.ratingsAloneNext(ratingCount, ratingCount.toLocaleString(locale))}
    </Empty>
  )
}
