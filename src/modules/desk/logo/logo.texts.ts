import { texts } from '#kernel/texts'

export const logoTexts = texts('desk.logo', {
  unknownPicture: 'The shop does not keep this picture. Upload it here and save again.',
})

/** What is said of the fields of the logo. */
export const logoFieldTexts = texts('desk.logoFields', {
  version: 'Say which version was read.',
  picture: 'Choose a picture.',
})
