import { texts } from '#kernel/texts'

export const writeTexts = texts('reviews.write', {
  unknownPicture: 'The shop did not give you this picture. Choose it once more.',
})

/** What is said of the fields of reviews. */
export const reviewFieldTexts = texts('reviews.fields', {
  rating: 'Choose a rating from 5 to 1',
  review: 'review is required **',
  least: (least: number) => `Write at least ${least} characters.`,
  image: 'image is required',
  version: 'Send the version that was read.',
})
