import * as z from 'zod/mini'
import { Address } from '#kernel/addresses'
import { endpoint } from '#kernel/endpoint'
import { Id, idPattern, paging, requiredText, storable, wholeNumber, manyLines, fieldTexts } from '#kernel/fields'
import { Picture } from '#kernel/picture'
import { lengthOf, reviewLength } from './reviews.rules.ts'
import { decisions, reviewStates } from './states.rules.ts'
import { reviewFieldTexts } from './write.texts.ts'

const Rating = z.pipe(
  wholeNumber(() => reviewFieldTexts.rating),
  z
    .number()
    .check(z.gte(1, { error: () => reviewFieldTexts.rating }), z.lte(5, { error: () => reviewFieldTexts.rating })),
)

const { least, most } = reviewLength

/** What the review form sends. Name and email are the account's, whatever the body says. */
export const WriteReview = z.object({
  rating: Rating,
  review: z.string({ error: () => reviewFieldTexts.review }).check(
    z.trim(),
    // One complaint at a time.
    z.minLength(1, { error: () => reviewFieldTexts.review, abort: true }),
    z.refine(text => lengthOf(text) >= least, { error: () => reviewFieldTexts.least(least) }),
    z.refine(text => lengthOf(text) <= most, { error: () => fieldTexts.characters(most) }),
    storable,
    manyLines,
  ),
  img: requiredText(() => reviewFieldTexts.image, 500),
  /** The tool that it is about; none: the shop. */
  tools_id: z.optional(z.union([z.literal(''), Id])),
})

/** A review as everybody sees it. Its author's email is never published. */
export const Review = z.object({
  _id: z.string(),
  img: z.nullable(Address),
  picture: z.nullable(Picture),
  name: z.string(),
  business: z.nullable(z.string()),
  rating: z.number(),
  review: z.string(),
  verifiedBuyer: z.boolean(),
})
export type Review = z.infer<typeof Review>

const About = {
  tools_id: z.nullable(z.string()),
  toolName: z.nullable(z.string()),
  state: z.enum(reviewStates),
  writtenAt: z.string(),
}

/** A review as its author sees it. */
export const OwnReview = z.extend(Review, About)
export type OwnReview = z.infer<typeof OwnReview>

/** A review as admins see it. `email`: for who may see customers. `version` says which words they have read. */
export const AdminReview = z.extend(Review, { ...About, email: z.nullable(z.string()), version: z.number() })
export type AdminReview = z.infer<typeof AdminReview>

/** The part of a review that clients of `GET /review` know. */
const PlainReview = z.pick(Review, { _id: true, name: true, img: true, rating: true, review: true })

export const reviewsContract = {
  listPlainReviews: endpoint('GET /review', {
    summary: 'The approved reviews of the shop, newest first, in short.',
    access: 'everyone',
    reads: ['review'],
    answer: z.array(PlainReview),
  }),
  listReviews: endpoint('GET /reviews', {
    summary: 'The approved reviews of the shop, newest first.',
    access: 'everyone',
    reads: ['review'],
    answer: z.array(Review),
  }),
  listToolReviews: endpoint('GET /tools/:id/reviews', {
    summary: 'The approved reviews of a tool, newest first.',
    access: 'everyone',
    reads: ['review'],
    paged: true,
    params: z.object({ id: Id }),
    query: z.object(paging()),
    answer: z.array(Review),
  }),
  writeReview: endpoint('POST /review', {
    summary:
      'Reviews the shop, or a tool that was bought. One of each an account: another one takes its place. An admin approves it first.',
    access: 'signed-in',
    body: WriteReview,
    answer: z.object({ insertedId: z.string() }),
    refusals: ['not-bought', 'account-blocked'],
  }),
  listOwnReviews: endpoint('GET /review/mine', {
    summary: 'What the caller has written, with its state, and the tools that the caller may review.',
    access: 'signed-in',
    answer: z.object({
      reviews: z.array(OwnReview),
      bought: z.array(z.object({ tools_id: z.string(), toolName: z.string() })),
    }),
  }),
  listAllReviews: endpoint('GET /allReviews', {
    summary: 'All reviews: those that wait for approval first, each newest first.',
    access: 'staff:reviews',
    paged: true,
    query: z.object({
      ...paging(new RegExp(`^[01]-${idPattern.source.slice(1)}`, 'i')),
      state: z.optional(z.enum(reviewStates)),
    }),
    answer: z.array(AdminReview),
  }),
  decideReview: endpoint('PUT /reviews/:id/state', {
    summary: 'Approves or refuses a review. The version that was read must be sent: other words need another look.',
    access: 'staff:reviews',
    params: z.object({ id: Id }),
    body: z.object({ state: z.enum(decisions), version: wholeNumber(() => reviewFieldTexts.version) }),
    answer: z.object({ modifiedCount: z.number() }),
    refusals: ['review-gone', 'review-changed'],
  }),
}
