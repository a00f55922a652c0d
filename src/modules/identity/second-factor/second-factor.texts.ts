import { texts } from '#kernel/texts'

/** What is said of the fields of the second factor. */
export const secondFactorFieldTexts = texts('identity.secondFactorFields', {
  app: 'Type the 6 digits that the app shows.',
  recovery: 'Type one of your recovery codes: ten letters and digits.',
})
