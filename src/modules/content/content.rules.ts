export {
  type DocumentKind,
  type HomeEntryName,
  articleEntry,
  documentKinds,
  documentOf,
  homeEntries,
  homeEntryNames,
  mostOf,
  pageEntry,
  promisePlaceholders,
  readEntry,
} from './entries/entries.rules.ts'
export { fillPlaceholders } from './entries/placeholders.rules.ts'
export { mailEntry, paragraphsOf, shopPlaceholder } from './entries/mails.rules.ts'
export {
  type Article,
  ArticleHead,
  type ArticleSection,
  Content,
  ContentFile,
  Portfolio,
  type ShopContent,
  type ShopLogo,
} from './shapes.rules.ts'
