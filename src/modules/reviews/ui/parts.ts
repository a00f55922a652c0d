export { ReviewList } from './review-list.tsx'
export { ToolReviews, readToolReviews } from './tool-reviews.tsx'
