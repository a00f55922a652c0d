import { texts } from '#kernel/texts'
import { sentence } from '#kernel/sentence'

export { shownReviewsTexts } from './shown.texts.ts'

/** Every sentence of the reviews' screens and parts. */
export const reviewsTexts = texts('reviews.reviews', {
  pageTitle: 'Add a Review',
  title: 'Add your review',
  lead: 'Tell other workshops what you think. An admin checks each review before it is published.',
  readFailed: 'Your reviews could not be loaded',
  about: 'About',
  theShop: 'The shop',
  aboutHint: 'Tools appear here once you have paid for them, or bought them on account.',
  rating: 'Rating',
  ratingOf: (stars: number) => (stars === 1 ? '1 star' : `${stars} stars`),
  review: 'Review',
  reviewHint: (least: number, most: string) => `From ${least} to ${most} characters`,
  counted: (written: string, most: string) => `${written} of ${most}`,
  picture: 'Picture',
  pictureHint: 'Your workshop, your team or the part at work.',
  add: 'Add',
  replaces: 'You have already reviewed this. Your new review replaces the old one and is checked again.',
  waitForPicture: 'The picture is still uploading.',
  thanks: 'Hey 👋, Thanks for your Review',

  yourReviews: 'Your reviews',
  noneOwn: 'You have not written any yet',
  noneOwnNext: 'Your reviews appear here, and whether they are published.',
  edit: 'Edit',
  editNamed: (about: string) => sentence`Edit your review: ${about}`,
  editing: 'Your review is in the form now.',
  aboutShop: 'About the shop',
  aboutTool: (name: string) => sentence`About ${name}`,
  states: { waiting: 'Waiting for approval', approved: 'Approved', refused: 'Not published' },

  manage: 'Manage Reviews',
  manageLead:
    'Approved reviews of the shop appear on the home page; those of a tool appear on its page and count towards its stars.',
  manageFailed: 'The reviews could not be loaded',
  state: 'State',
  nothingHere: 'No reviews here',
  nothingHereNext: 'New reviews come first. Choose another state to see the others.',
  approve: 'Approve',
  approveNamed: (name: string) => sentence`Approve: review by ${name}`,
  refuse: 'Refuse',
  refuseNamed: (name: string) => sentence`Refuse: review by ${name}`,
  approved: (name: string) => sentence`The review by ${name} is approved`,
  refused: (name: string) => sentence`The review by ${name} is refused`,
  pictureBy: (name: string) => sentence`Picture by ${name}`,
})
