export { pictureLimits } from './upload.rules.ts'
export { documentField, documentLimits, documentPath } from './document.rules.ts'
export { pictureAt, pictureKeyOf, pictureOf, picturePath } from './pictures.rules.ts'
