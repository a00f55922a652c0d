import { texts } from '#kernel/texts'

export const logoTexts = texts('desk.logo', {
  unknownPicture: 'The shop does not keep this picture. Upload it here and save again.',
})
