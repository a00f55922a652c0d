import { texts } from '#kernel/texts'

/** What is said of a class that a shop does not have. */
export const taxTexts = texts('tax.tax', {
  noClass: (classes: readonly string[]) =>
    `This shop has no tax class of this name. It has ${classes.join(', ')}; another one begins with a row of the tax table, in Settings.`,
})
