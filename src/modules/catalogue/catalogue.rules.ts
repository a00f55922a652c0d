import { decimalsOf, toMinorUnits } from '#kernel/money'
import { toolFormProblems } from './problems.texts.ts'
import { slugOf } from './slug.rules.ts'

export {
  type AttributeKind,
  type Judgement,
  areDistinct,
  choiceNumbers,
  attributeField,
  attributeKinds,
  attributeLimits,
  hasBrackets,
  hasLetters,
  judgeValue,
  labelOf,
  numberInWords,
  plainNumber,
} from './attributes/attributes.rules.ts'
export {
  type CategoryCount,
  type CategoryTree,
  categoryFacet,
  categoryLimits,
  categoryTree,
  fullNameOf,
  isWithin,
  parentPath,
  trailOf,
} from './categories/categories.rules.ts'
export {
  type SalesUnit,
  type SoldBy,
  formatWeight,
  gramsOf,
  saleLimits,
  salesUnits,
  weightInKilograms,
} from './sale.rules.ts'
export { type BatchRowState, batchLimits, batchRowStates, isBatchWorking } from './batches/batches.rules.ts'
export { type DocumentKind, documentKinds, documentsOfTool } from './documents/documents.rules.ts'
export { catalogueRefusals } from './refusals.rules.ts'
export {
  editRowStates,
  isWorking,
  mostTicked,
  priceChanges,
  stockChanges,
  tagChanges,
  type EditRowState,
} from './edits/edits.rules.ts'
export { slugOf } from './slug.rules.ts'
export { stockStateOf, stockWarningOf } from './tools/stock.rules.ts'

/** The public page of a tool. Encoded, because it also travels in a redirect's header. */
export function toolPath(tool: { _id: string; name: string }): string {
  return `/shop/${tool._id}/${encodeURIComponent(slugOf(tool.name))}`
}

/** The page of a category, by its path. */
export const categoryPath = (path: string): string => `/shop/c/${path.split('/').map(encodeURIComponent).join('/')}`

/** The page of a brand. */
export const brandPath = (name: string): string =>
  // Dots alone are no part of an address.
  /^\.+$/.test(name) ? brandToolsPath(name) : `/shop/b/${encodeURIComponent(name)}`

/** All tools of a brand, to be searched and narrowed. */
export const brandToolsPath = (name: string): string => `/shop?${new URLSearchParams({ brand: name })}`

/** What a tool may be (decisions, section 2). */
export const toolLimits = {
  name: 120,
  description: 4000,
  tags: 12,
  tag: 40,
  partNumber: 60,
  brand: 80,
  category: 80,
  note: 200,
  pictures: 12,
  alt: 200,
}

/** What an integer column holds: more units than this cannot be counted. */
export const mostUnits = 2_147_483_647

/** Key features as typed: `cordless, 18 V` or a list of them. Blanks and repetitions go. */
export function readTags(typed: string | string[]): string[] {
  const tags = (typeof typed === 'string' ? typed.split(',') : typed).map(tag => tag.trim()).filter(Boolean)
  return tags.filter((tag, at) => tags.findIndex(other => other.toLowerCase() === tag.toLowerCase()) === at)
}

/** What is wrong with a price in this currency; undefined when it can be charged. */
export function problemOfPrice(amount: string, currency: string): string | undefined {
  const minor = toMinorUnits(amount, currency)
  const decimals = decimalsOf(currency)
  if (minor === undefined) return decimals === 0 ? toolFormProblems.wholeAmount : toolFormProblems.decimals(decimals)
  return minor > 0 ? undefined : toolFormProblems.aboveZero
}

/** Whether there is something to show of a tool: a stored picture, or an address of one. */
export function hasPicture(tool: { picture: object | null; img: string | null }): boolean {
  return tool.picture !== null || Boolean(tool.img)
}
