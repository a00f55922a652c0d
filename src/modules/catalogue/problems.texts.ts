import { decimalsOf } from '#kernel/money'
import { texts } from '#kernel/texts'

/** Why a field of a tool cannot be as it is typed: said in the browser, too. */
export const toolFormProblems = texts('catalogue.toolForm', {
  minimumTooHigh: 'The minimum order quantity is more than what is available.',
  picture: 'image is required',
  wholeAmount: 'Use a whole amount, such as 177.',
  decimals: (most: number) => `Use an amount with at most ${most} decimals.`,
  aboveZero: 'Use a price above 0.',
  boxQuantityMissing: 'Say how many are in the box, 2 or more.',
  noMultiple: (multiple: number, nearest: number[]) => `Use a multiple of ${multiple}: ${nearest.join(' or ')}.`,
})

/** Why the shop cannot have a tool as somebody wants it. */
export const toolProblems = texts('catalogue.toolProblems', {
  partNumberTaken: 'Another tool of this brand has this part number.',
  pictureUnknown: 'Upload the picture first: this is no address of the shop’s image host.',
  pictureTwice: 'A picture is listed twice. Remove one of the two.',
  firstPictureDiffers: 'The first of `pictures` is not the one that `img` names. Send the same address in both.',
  categoryUnknown: 'There is no such category.',
  amount: 'Use an amount of the shop’s currency, such as 1.50.',
  tooManyUnits: (most: number) => `That is too many: at most ${most} can be added.`,
  pricesInWay: (from: string, to: string) =>
    `There are prices in ${from.toUpperCase()}, with ${decimalsOf(from)} decimals, in tools or in imports that wait; those of ${to.toUpperCase()} have ${decimalsOf(to)}.`,
})
