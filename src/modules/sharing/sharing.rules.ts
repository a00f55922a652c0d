export { logoPath, sharedPictureOf } from './pictures.rules.ts'
