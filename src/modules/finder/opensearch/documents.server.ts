import { weightsOf } from '../index/build.server.ts'
import { type IndexedTool, popularityOf, ratingOf } from '../index/columns.server.ts'
import { ratedOf } from '../index/page.server.ts'
import { isExactWord } from '../words/words.rules.ts'

/**
 * What OpenSearch keeps of a tool. Words are read by our own rules, on their way in and in a question, and kept as they are:
 * the server has nothing to analyse, so both adapters know the same words.
 */

/** By the weight of a field: the words that stand in it or in a heavier one. */
export const wordFields = ['words', 'tagged', 'branded', 'named'] as const

const keyword = { type: 'keyword' }
/** What numbers its values is made when tools have been brought, and not while the next who asks waits for it. */
const counted = { ...keyword, eager_global_ordinals: true }
/** Only looked up, never sorted or counted by. */
const lookup = { type: 'keyword', doc_values: false }
/** Only sorted by. */
const sortable = { index: false }

/** Some vehicle may have more parts than the 65,536 terms that a clause may have unless this says more. */
const mostTerms = 1_000_000

/** Tools to a shard: some gigabytes, and what counts all of them is counted by several processors at once. */
const toolsOfShard = 10_000_000

/** A refresh is asked for when a batch is in, and at no other time. */
const ownRefresh = { refresh_interval: '-1', auto_expand_replicas: '0-1' }

export const shardsFor = (tools: number): number => Math.ceil(tools / toolsOfShard) || 1

/** As a list is sorted that nobody has asked to be sorted: its page is read off the beginning. */
const bySales = { field: ['popularity', 'ordinal'], order: ['desc', 'desc'] }

export const toolsIndex = (shards: number) => ({
  settings: { index: { ...ownRefresh, number_of_shards: shards, max_terms_count: mostTerms, sort: bySales } },
  mappings: {
    dynamic: 'false',
    // The shop reads tools from its database, and a new index is filled from there.
    _source: { enabled: false },
    properties: {
      ordinal: { type: 'integer' },
      ...Object.fromEntries(wordFields.map(field => [field, lookup])),
      category: counted,
      brand: counted,
      price: { type: 'long' },
      can_be_ordered: { type: 'boolean', doc_values: false },
      stars: { type: 'byte', doc_values: false },
      standing: counted,
      rated: { type: 'integer', ...sortable },
      created: { type: 'long', ...sortable },
      popularity: { type: 'integer', ...sortable },
      is_universal: { type: 'boolean' },
      said: counted,
      numbers: { type: 'object', dynamic: 'true' },
    },
    dynamic_templates: [{ numbers: { path_match: 'numbers.*', mapping: { type: 'double' } } }],
  },
})

/** The words of the catalogue, a document each: what begins so, what is near, and how many tools have it. */
export const wordsIndex = {
  settings: { index: { ...ownRefresh, number_of_shards: 1 } },
  mappings: {
    dynamic: 'false',
    properties: {
      word: keyword,
      /** Of words without a digit, which alone are corrected. */
      plain: lookup,
      tools: { type: 'integer' },
    },
  },
}

export function toolDocument(tool: IndexedTool) {
  const weights = [...weightsOf(tool)]
  const stars = Math.floor(ratingOf(tool) / 100)
  const popularity = popularityOf(tool)
  return {
    ordinal: tool.ordinal,
    ...(Object.fromEntries(
      wordFields.map((field, least) => [field, weights.flatMap(([word, weight]) => (weight >= least ? [word] : []))]),
    ) as Record<(typeof wordFields)[number], string[]>),
    ...(tool.category && { category: tool.category.id }),
    ...(tool.brand !== '' && { brand: tool.brand }),
    price: tool.price,
    can_be_ordered: tool.canBeOrdered,
    stars,
    standing: standingOf(tool.canBeOrdered, stars),
    rated: ratedOf(ratingOf(tool), popularity),
    created: tool.created,
    popularity,
    is_universal: tool.isUniversal,
    said: (tool.attributes ?? []).map(([attribute, value]) => attributeTerm(attribute, value)),
    numbers: Object.fromEntries(
      (tool.attributes ?? []).flatMap(([attribute, value]) => {
        const number = value === '' ? NaN : Number(value)
        return Number.isFinite(number) ? [[`n${attribute}`, number]] : []
      }),
    ),
  }
}

/** Whether a tool can be ordered and how many stars it has, as one term: so both are counted at once. */
const standingOf = (canBeOrdered: boolean, stars: number): string => `${canBeOrdered ? '+' : '-'}${stars}`
export const readStanding = (term: string) => ({ canBeOrdered: term.startsWith('+'), stars: Number(term.slice(1)) })
/** Of two answers and none to five stars. */
export const standings = 12

/** An attribute and a tool's value of it, as one term. */
export const attributeTerm = (attribute: number, value: string): string => `${attribute}=${value}`

export const wordDocument = (word: string, tools: number) => ({
  word,
  ...(!isExactWord(word) && { plain: word }),
  tools,
})
