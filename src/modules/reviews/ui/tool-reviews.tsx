import { formatNumber } from '#kernel/formats'
import type { Tool } from '#contracts/catalogue'
import type { Page } from '#kernel/endpoint'
import type { PageCall } from '#ui/calls/call.ts'
import { Empty } from '#ui/feedback/empty.tsx'
import { kitTexts } from '#ui/kit.texts.ts'
import { SectionTitle } from '#ui/navigation/page-title.tsx'
import { useShop } from '#ui/shop.tsx'
import { ShowMore } from '#ui/feedback/show-more.tsx'
import { type Review, reviewsContract } from '../reviews.contract.ts'
import { shownReviewsTexts } from '../shown.texts.ts'
import { ReviewList } from './review-list.tsx'
import styles from './tool-reviews.module.css'

/** How many the page shows before somebody asks for more. */
const atFirst = '6'

/** The first reviews of a tool, or those after a place in the list, for its page. */
export async function readToolReviews(
  callPage: PageCall,
  { _id: id, ratingCount }: Pick<Tool, '_id' | 'ratingCount'>,
  after: string,
): Promise<Page<Review[]>> {
  // Each review is a rating, too.
  if (ratingCount === 0) return { items: [], total: 0, next: undefined }
  const query = { limit: atFirst, ...(after && { after }) }
  return callPage(reviewsContract.listToolReviews, { params: { id }, query })
}

/** `ratingCount`: how many ratings the tool's stars are made of. */
type ToolReviewsProps = { ratingCount: number; reviews: Page<Review[]>; vehicle: number | undefined }

/** What buyers say of a tool, at the end of its page. */
export function ToolReviews({ ratingCount, reviews: { items, total, next }, vehicle }: ToolReviewsProps) {
  const { locale } = useShop()
  return (
    <section className={styles.reviews} aria-labelledby="tool-reviews" data-list="reviews">
      <SectionTitle id="tool-reviews">{shownReviewsTexts.toolReviews}</SectionTitle>
      {items.length === 0 ? (
        <NoReviews ratingCount={ratingCount} />
      ) : (
        <>
          <ReviewList reviews={items} />
          <div tabIndex={-1} className={styles.more} data-end>
            <p role="status" data-total={total}>
              {kitTexts.shownOf(formatNumber(items.length, locale), formatNumber(total, locale))}
            </p>
            {next && (
              <ShowMore name="reviews" next={next} keep={{ vehicle: vehicle?.toString() }} at="tool-reviews">
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
      {shownReviewsTexts.ratingsAloneNext(ratingCount, formatNumber(ratingCount, locale))}
    </Empty>
  )
}
