export { removeReviewsOf } from './forget.server.ts'
export { listShopReviews } from './read.server.ts'
