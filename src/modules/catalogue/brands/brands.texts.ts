import { texts } from '#kernel/texts'

/** What is said of the fields of brands. */
export const brandFieldTexts = texts('catalogue.brandFields', {
  name: 'Say which brand.',
  logo: 'image is required',
})
