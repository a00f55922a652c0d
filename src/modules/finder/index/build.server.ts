import type { CategoryTree } from '#rules/catalogue'
import { type AttributePool, emptyAttributePool, writeAttributes } from './attributes.server.ts'
import {
  type Columns,
  type IndexedTool,
  type Names,
  capacityOf,
  categoryOf,
  emptyNames,
  factBits,
  factOf,
  figureBits,
  grow,
  growingColumns,
  mostSlots,
  numberOf,
  rearranged,
  row,
  textHashOf,
  writeFigures,
} from './columns.server.ts'
import { growable, release, resize, roomStep } from './growable.server.ts'
import { type PriceRange, priceRanges, rangeOf } from './prices.server.ts'
import { tokensOf, wordsOfToken } from '../words/words.rules.ts'
import { type Vocabulary, postingBits, sortedVocabulary } from './words/vocabulary.server.ts'

/** The whole index: columns by slot, the slot of each ordinal, and the words with the slots that have them. */
export type ToolIndex = {
  columns: Columns
  /** Slot + 1 by ordinal; 0 is none. */
  slotOf: Uint32Array
  /** By their ids; what they are called and where they stand says the tree. */
  categories: Names
  tree: CategoryTree
  brands: Names
  attributePool: AttributePool
  /** Of the prices as they were at the build. */
  ranges: readonly PriceRange[]
  vocabulary: Vocabulary
  /** How many universal parts each category has, by its number. */
  universals: number[]
  /** Slots that are there. */
  alive: number
  /** Slots added since the build. */
  added: number
}

const fieldWeights = { description: 0, tags: 1, brand: 2, name: 3 } as const

/** A word that no text can have, for it begins with a space: the parts that fit whatever they are used on. */
export const universalWord = ' universal'

/** Those of them that are in this category. */
export const universalWordOf = (categoryId: string): string => `${universalWord} ${categoryId}`

/** Whether this stands for itself instead of being read as words. */
const isMark = (text: string): boolean => text.startsWith(universalWord)

/** Takes tools in any order, one by one; `finish` makes the index of them. */
export function startIndex(
  currency: string,
  tree: CategoryTree,
): { add(tool: IndexedTool): void; finish(): ToolIndex } {
  const columns = growingColumns()
  const categories = emptyNames()
  const brands = emptyNames()
  const attributePool = emptyAttributePool()
  const universals: number[] = []
  const words = collectWords()

  return {
    add(tool) {
      const slot = columns.count
      if (slot === capacityOf(columns)) grow(columns)
      columns.count += 1
      writeTool({ columns, categories, brands, attributePool, universals, ranges: [] }, slot, tool)
      words.begin(slot)
      eachField(tool, words.put)
    },
    finish() {
      const order = popularityOrder(columns)
      const count = columns.count
      const sorted = rearranged(columns, count + Math.max(1024, count >> 4), order)
      const ranges = priceRanges(sorted.price.subarray(0, count), currency)
      for (let slot = 0; slot < count; slot++)
        sorted.rows[row.size * slot + row.fact] = factOf(sorted, slot) | rangeOf(ranges, sorted.price[slot] ?? 0)
      const vocabulary = words.finish(order)
      release([order])
      return {
        columns: sorted,
        ranges,
        slotOf: slotsByOrdinal(sorted),
        categories,
        tree,
        brands,
        attributePool,
        vocabulary,
        universals,
        alive: count,
        added: 0,
      }
    },
  }
}

/** Writes the columns of a slot. */
export function writeTool(
  index: Pick<ToolIndex, 'columns' | 'categories' | 'brands' | 'attributePool' | 'ranges' | 'universals'>,
  slot: number,
  tool: IndexedTool,
): void {
  const { columns, categories, brands } = index
  const category = tool.category ? numberOf(categories, tool.category.id, '') : 0
  columns.rows[row.size * slot + row.fact] =
    (category << factBits.categoryShift) | (tool.isUniversal ? factBits.universal : 0)
  columns.rows[row.size * slot + row.brand] = numberOf(brands, tool.brand, tool.brand)
  columns.ordinal[slot] = tool.ordinal
  columns.textHash[slot] = textHashOf(tool)
  columns.attributeStart[slot] = writeAttributes(index.attributePool, tool.attributes ?? [])
  writeFigures(index, slot, tool)
  countUniversal(index, slot, 1)
}

function countUniversal({ columns, universals }: Pick<ToolIndex, 'columns' | 'universals'>, slot: number, by: 1 | -1) {
  if ((factOf(columns, slot) & factBits.universal) === 0) return
  const category = categoryOf(columns, slot)
  universals[category] = (universals[category] ?? 0) + by
}

/** The texts of a tool with what a word in them weighs, heaviest first. */
function eachField(tool: IndexedTool, put: (text: string, weight: number) => void): void {
  put(tool.name, fieldWeights.name)
  put(tool.brand, fieldWeights.brand)
  if (tool.category) put(tool.category.name, fieldWeights.brand)
  put(tool.tags, fieldWeights.tags)
  put(tool.description, fieldWeights.description)
  if (!tool.isUniversal) return
  put(universalWord, fieldWeights.description)
  if (tool.category) put(universalWordOf(tool.category.id), fieldWeights.description)
}

/** The words of a tool, each with the weight of the heaviest field that has it. */
export function weightsOf(tool: IndexedTool, { withMarks = false } = {}): Map<string, number> {
  const weights = new Map<string, number>()
  eachField(tool, (text, weight) => {
    if (isMark(text) && !withMarks) return
    for (const token of wordsOfField(text)) {
      const words = isMark(token) ? [token] : wordsOfToken(token)
      // Fields come heaviest first.
      for (const word of words) if (!weights.has(word)) weights.set(word, weight)
    }
  })
  return weights
}

/** The words of a field; the one that no text can have stands for itself. */
function wordsOfField(text: string): string[] {
  return isMark(text) ? [text] : tokensOf(text)
}

function popularityOrder({ rows, ordinal, count }: Columns): Uint32Array {
  const popularityAt = (slot: number) => rows[row.size * slot + row.popularity] ?? 0
  const order = Uint32Array.from({ length: count }, (_, slot) => slot)
  return order.sort(
    (one, other) => popularityAt(other) - popularityAt(one) || (ordinal[other] ?? 0) - (ordinal[one] ?? 0),
  )
}

function slotsByOrdinal({ count, ordinal }: Columns): Uint32Array {
  let most = 0
  for (let slot = 0; slot < count; slot++) most = Math.max(most, ordinal[slot] ?? 0)
  const slotOf = new Uint32Array(most + 1024)
  for (let slot = 0; slot < count; slot++) slotOf[ordinal[slot] ?? 0] = slot + 1
  return slotOf
}

/** Where a word of a tool starts is a number of 32 bits; no `Map` has more words. */
const mostEntries = 2 ** 32 - 1
const mostWords = 2 ** 24

/**
 * Collects what words each tool has, as numbers, tool after tool: `word << 2 | weight`. A million tools have some twenty
 * million of them, so there is no list per word before their lengths are known. This list then shrinks as those grow: they
 * never stand side by side.
 */
function collectWords() {
  const numbered = numberWords()
  const entries = growable(Uint32Array, mostEntries)
  let length = 0
  /** By slot: where its entries start. */
  const starts = growable(Uint32Array, mostSlots)
  /** By word: how many tools have it, and the last of them, from 1. Fields come heaviest first, so the first sight counts. */
  const counts = growable(Uint32Array, mostWords)
  const seenBy = growable(Uint32Array, mostWords)
  let current = 0

  function growTo(most: number): void {
    resize(counts, most + roomStep)
    resize(seenBy, most + roomStep)
  }

  return {
    begin: (slot: number): void => {
      current = slot + 1
      if (slot === starts.length) resize(starts, slot + roomStep)
      starts[slot] = length
    },
    put: (text: string, weight: number): void => {
      for (const number of numbered.numbersIn(text, weight)) {
        if (number >= seenBy.length) growTo(number)
        if (seenBy[number] === current) continue
        seenBy[number] = current
        counts[number] = (counts[number] ?? 0) + 1
        if (length === entries.length) resize(entries, length + roomStep)
        entries[length] = (number << 2) | weight
        length += 1
      }
    },
    finish: (order: Uint32Array): Vocabulary => {
      const slots = new Uint32Array(order.length)
      for (let slot = 0; slot < order.length; slot++) slots[order[slot] ?? 0] = slot
      const vocabulary = sortedVocabulary(numbered.words(), counts, place => {
        for (let from = order.length - 1; from >= 0; from--) {
          const start = starts[from] ?? 0
          const posting = ((slots[from] ?? 0) << postingBits.slotShift) | postingBits.exact
          for (let at = start; at < length; at++) {
            const entry = entries[at] ?? 0
            place(entry >>> 2, posting | (entry & postingBits.weightMask))
          }
          length = start
          if (length + roomStep <= entries.length) resize(entries, length)
        }
      })
      release([entries, starts, counts, seenBy, slots])
      return vocabulary
    },
  }
}

/** Gives each word a number, in the order in which they come. */
function numberWords() {
  const numbers = new Map<string, number>()
  const ofToken = new Map<string, number[]>()
  const ofText = new Map<string, number[]>()

  function numbersOf(token: string): number[] {
    const cached = ofToken.get(token)
    if (cached) return cached
    const words = isMark(token) ? [token] : wordsOfToken(token)
    const wordNumbers = words.map(word => {
      const number = numbers.get(word) ?? numbers.size
      numbers.set(word, number)
      return number
    })
    // Tokens are as many as a catalogue's odd spellings: remembered within bounds.
    if (ofToken.size < 500_000) ofToken.set(token, wordNumbers)
    return wordNumbers
  }

  return {
    /** Brands, categories and tags are the same in many tools: read once. */
    numbersIn(text: string, weight: number): number[] {
      const isOfMany = weight === fieldWeights.brand || weight === fieldWeights.tags
      const cached = isOfMany ? ofText.get(text) : undefined
      if (cached) return cached
      const wordNumbers = wordsOfField(text).flatMap(numbersOf)
      if (isOfMany && ofText.size < 10_000) ofText.set(text, wordNumbers)
      return wordNumbers
    },
    words: (): string[] => [...numbers.keys()],
  }
}

/** Takes a slot out: what is left of it is passed over. */
export function bury(index: ToolIndex, slot: number): void {
  const { columns } = index
  columns.rows[row.size * slot + row.fact] = factOf(columns, slot) | figureBits.gone
  countUniversal(index, slot, -1)
  index.slotOf[columns.ordinal[slot] ?? 0] = 0
  index.alive -= 1
}
