/** Of the tokens in ui/tokens.css; a test compares them. */
export const colours = {
  ink: '#12171c',
  paper: '#faf8f3',
  night: '#0d2033',
  nightRaised: '#14304b',
  draft: '#a9cbea',
  accent: '#ff7a3c',
  /** What every picture lies on. */
  picture: '#f2efe8',
}

/** The picture that a link to the shop is shown with: the size that the networks ask for. */
export const shopPicture = { src: '/og/shop.png', width: 1200, height: 630 }

/** The same for a tool, of its picture with this key. */
export const toolPicturePath = (key: string, ending = '.jpg') => `/og/tools/${key}${ending}`

/** The shop's logo as mail programs show it, of the picture with this key. */
export const logoPath = (key: string, ending = '.png') => `/og/logo/${key}${ending}`

export const iconPath = (name: string) => `/icons/${name}.png`

/** The picture that a link to a tool is shown with; undefined for a tool without one of the shop's own. */
export function sharedPictureOf(picture: { src: string } | null) {
  const key = picture && /\/([0-9a-f]+)-\d+\.\w+$/.exec(picture.src)?.[1]
  return key ? { ...shopPicture, src: toolPicturePath(key) } : undefined
}
