import { texts } from '#kernel/texts'

export const writeTexts = texts('reviews.write', {
  unknownPicture: 'The shop did not give you this picture. Choose it once more.',
})
