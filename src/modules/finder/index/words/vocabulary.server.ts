import { isExactWord } from '../../words/words.rules.ts'

/**
 * A posting says "this slot has the word": the slot, whether the very word (a prefix or a synonym is not), and the
 * heaviest field that has it. As a number it sorts by slot, and of the same slot the better one is greater.
 */
export const postingBits = { slotShift: 3, exact: 4, weightMask: 3, mask: 7 } as const

/** Words in their order, with what comparing many of them at once needs. */
export type SortedWords = {
  words: string[]
  /** How many letters a word has in common with the one before it. */
  common: Uint8Array
  /** 1 for words with a digit, which are never corrected. */
  isExact: Uint8Array
}

/** All words, sorted, so that a prefix is a range; each with its postings in one long array. */
export type Vocabulary = SortedWords & {
  /** `postings` of the word `i` lie from `starts[i]` to `starts[i + 1]`. */
  starts: Uint32Array
  postings: Uint32Array
  /** Postings of slots that were added since the build. Their slots are behind all others. */
  later: Map<string, number[]>
  /** Those words of `later` that `words` lacks. */
  newWords: string[]
}

const none = new Uint32Array(0)

/**
 * `counts` are of the postings of each word; `walk` places each (word, posting), in any order. Nothing is needed beside the
 * postings, so that who walks can give back what it has told of.
 */
export function sortedVocabulary(
  unsorted: readonly string[],
  counts: ArrayLike<number>,
  walk: (place: (word: number, posting: number) => void) => void,
): Vocabulary {
  const order = Uint32Array.from(unsorted.keys())
  order.sort((one, other) => compareWords(unsorted[one] ?? '', unsorted[other] ?? ''))
  const words = Array.from(order, number => unsorted[number] ?? '')
  const starts = new Uint32Array(words.length + 1)
  /** By word as it was numbered: where its next posting goes. */
  const next = new Uint32Array(words.length)
  order.forEach((number, place) => {
    next[number] = starts[place] ?? 0
    starts[place + 1] = (starts[place] ?? 0) + (counts[number] ?? 0)
  })

  const postings = new Uint32Array(starts[words.length] ?? 0)
  walk((number, posting) => {
    const at = next[number] ?? 0
    postings[at] = posting
    next[number] = at + 1
  })
  for (let place = 0; place < words.length; place++) postings.subarray(starts[place], starts[place + 1]).sort()
  return { ...comparable(words), starts, postings, later: new Map(), newWords: [] }
}

export function sortedWords(words: readonly string[]): SortedWords {
  return comparable([...new Set(words)].sort(compareWords))
}

/** So many tools are as good as more: the sums of a thousand such words stay below 2^32. */
const mostCounted = 4_000_000

/** Of words that are counted elsewhere: how many tools have each. It knows no tool. */
export function countedVocabulary(counts: ReadonlyMap<string, number>): Vocabulary {
  const words = sortedWords([...counts.keys()])
  const starts = new Uint32Array(words.words.length + 1)
  for (const [place, word] of words.words.entries())
    starts[place + 1] = (starts[place] ?? 0) + Math.min(counts.get(word) ?? 0, mostCounted)
  return { ...words, starts, postings: none, later: new Map(), newWords: [] }
}

function comparable(words: string[]): SortedWords {
  return {
    words,
    common: Uint8Array.from(words, (word, place) => commonLetters(word, words[place - 1] ?? '')),
    isExact: Uint8Array.from(words, word => (isExactWord(word) ? 1 : 0)),
  }
}

export function isKnown(vocabulary: Vocabulary, word: string): boolean {
  return placeOf(vocabulary, word) >= 0 || vocabulary.later.has(word)
}

/** Adds a posting of a slot that is behind all others. */
export function addPosting(vocabulary: Vocabulary, word: string, posting: number): void {
  const list = vocabulary.later.get(word)
  if (list) return void list.push(posting)
  vocabulary.later.set(word, [posting])
  if (placeOf(vocabulary, word) < 0) vocabulary.newWords.push(word)
}

/** The slots that have the very word. */
export function postingsOf(vocabulary: Vocabulary, word: string): Uint32Array {
  const place = placeOf(vocabulary, word)
  const built = place < 0 ? none : builtPostings(vocabulary, place)
  const later = vocabulary.later.get(word)
  if (!later) return built
  const both = new Uint32Array(built.length + later.length)
  both.set(built)
  both.set(later, built.length)
  return both
}

export function frequencyOf(vocabulary: Vocabulary, word: string): number {
  const place = placeOf(vocabulary, word)
  return (place < 0 ? 0 : builtFrequency(vocabulary, place)) + (vocabulary.later.get(word)?.length ?? 0)
}

/** The words that begin with `prefix`, without itself: the `most` frequent ones. */
export function wordsFrom(vocabulary: Vocabulary, prefix: string, most: number): string[] {
  const begin = firstFrom(vocabulary.words, prefix)
  const end = firstFrom(vocabulary.words, `${prefix}\uffff`)
  const places = Array.from({ length: end - begin }, (_, index) => begin + index)
  const old = places.length > most ? mostFrequent(vocabulary, places, most) : places
  return [...old.map(place => vocabulary.words[place] ?? ''), ...vocabulary.newWords.filter(startsWith(prefix))]
    .filter(word => word !== prefix)
    .slice(0, most)
}

function builtFrequency({ starts }: Vocabulary, place: number): number {
  return (starts[place + 1] ?? 0) - (starts[place] ?? 0)
}

export function hasPrefix(vocabulary: Vocabulary, prefix: string): boolean {
  const word = vocabulary.words[firstFrom(vocabulary.words, prefix)]
  return word?.startsWith(prefix) === true || vocabulary.newWords.some(startsWith(prefix))
}

function startsWith(prefix: string) {
  return (word: string) => word.startsWith(prefix)
}

function mostFrequent(vocabulary: Vocabulary, places: number[], most: number): number[] {
  const frequencies = places.map(place => builtFrequency(vocabulary, place))
  const limit = Float64Array.from(frequencies).sort().at(-most) ?? 0
  return places
    .filter((_, index) => (frequencies[index] ?? 0) >= limit)
    .sort((one, other) => builtFrequency(vocabulary, other) - builtFrequency(vocabulary, one) || one - other)
    .slice(0, most)
}

function builtPostings({ starts, postings }: Vocabulary, place: number): Uint32Array {
  return postings.subarray(starts[place], starts[place + 1])
}

function placeOf({ words }: Vocabulary, word: string): number {
  const place = firstFrom(words, word)
  return words[place] === word ? place : -1
}

/** The place of the first word that is not before `word`. */
function firstFrom(words: readonly string[], word: string): number {
  let low = 0
  let high = words.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((words[middle] ?? '') < word) low = middle + 1
    else high = middle
  }
  return low
}

function compareWords(one: string, other: string): number {
  return one < other ? -1 : Number(one > other)
}

function commonLetters(word: string, before: string): number {
  let common = 0
  while (common < word.length && word[common] === before[common]) common += 1
  return Math.min(common, 255)
}
