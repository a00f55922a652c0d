import { texts } from '#kernel/texts'

/** What is said of the fields of the profile. */
export const profileFieldTexts = texts('accounts.profileFields', {
  unlisted: 'Choose one of the list, or none.',
})
