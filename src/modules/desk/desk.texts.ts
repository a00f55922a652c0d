export { todoTexts } from './overview/overview.texts.ts'
