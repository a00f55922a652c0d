import { type SortedWords, type Vocabulary, frequencyOf, isKnown, sortedWords } from './vocabulary.server.ts'
import { isExactWord, singular } from '../../words/words.rules.ts'

/** A word of the catalogue that is close to one that was typed. */
export type NearWord = { text: string; distance: number; isSameStart: boolean; frequency: number }

/** Letters that may be wrong: none in short words, where another word is always near, but see `nearWords`. */
export function mostTypos(word: string): number {
  if (word.length < 4) return 0
  return word.length < 6 ? 1 : 2
}

/**
 * Words of the catalogue near `word`, best first: fewer wrong letters, the same first letter, more frequent. Two words
 * run together ("brakepads") count as one wrong letter more. In a word of three letters only two neighbours that were swapped
 * and a vowel left out ("pds") are slips: any other change of it is another word. Words with digits have none: another number is another part.
 * `also`: words to be taken for the catalogue's, because they have synonyms there.
 */
export function nearWords(vocabulary: Vocabulary, word: string, also: SortedWords): NearWord[] {
  if (isExactWord(word)) return []
  const most = mostTypos(word)
  const lists = [vocabulary, also, sortedWords(vocabulary.newWords)]
  const near =
    most === 0
      ? slipsOf(word).filter(({ text }) => isKnown(vocabulary, singular(text)) || also.words.includes(text))
      : lists.flatMap(list => nearIn(list, word, most))
  const candidates = near
    .filter(({ text }) => text !== word)
    .map(({ text, distance }) => ({
      text,
      distance,
      isSameStart: text[0] === word[0],
      frequency: frequencyOf(vocabulary, singular(text)),
    }))
  // Of six and seven letters two may be wrong only where nothing is nearer.
  const nearest = word.length < 8 && candidates.some(({ distance }) => distance === 1) ? 1 : most
  return [...candidates.filter(({ distance }) => distance <= nearest), ...apart(vocabulary, word)].sort(byNearness)
}

/** Two neighbours of a word of three letters swapped, or a vowel put between them. */
export function slipsOf(word: string): { text: string; distance: number }[] {
  if (word.length !== 3) return []
  const [first = '', second = '', third = ''] = word
  const swapped = [second + first + third, first + third + second]
  const filled = ['a', 'e', 'i', 'o', 'u'].flatMap(vowel => [
    first + vowel + second + third,
    first + second + vowel + third,
  ])
  return [...new Set([...swapped, ...filled])].map(text => ({ text, distance: 1 }))
}

function byNearness(one: NearWord, other: NearWord): number {
  return (
    one.distance - other.distance ||
    Number(other.isSameStart) - Number(one.isSameStart) ||
    other.frequency - one.frequency ||
    (one.text < other.text ? -1 : 1)
  )
}

const shortestPart = 3

/** Two words of the catalogue that were written as one. */
function apart(vocabulary: Vocabulary, word: string): NearWord[] {
  return partsApart(word).flatMap(([first, second]) => {
    const frequency = Math.min(...[first, second].map(part => frequencyOf(vocabulary, singular(part))))
    return frequency > 0 ? [{ text: `${first} ${second}`, distance: 1.5, isSameStart: true, frequency }] : []
  })
}

/** All ways to take a word for two. */
export function partsApart(word: string): [first: string, second: string][] {
  const places = Array.from({ length: Math.max(0, word.length - 2 * shortestPart + 1) }, (_, at) => shortestPart + at)
  return places.map(at => [word.slice(0, at), word.slice(at)])
}

/**
 * All words of a sorted list within a distance. Words that begin alike share the rows of the calculation, and where a
 * beginning is too far off already, all words with it are leapt over.
 */
function nearIn(list: SortedWords, typed: string, most: number): { text: string; distance: number }[] {
  const { words, common, isExact } = list
  const matches: { text: string; distance: number }[] = []
  const width = typed.length + 1
  const rows = new Uint8Array((typed.length + most + 2) * width)
  for (let column = 0; column < width; column++) rows[column] = column
  /** Rows that hold for the word at hand. */
  let valid = 0
  /** Beginnings of this length or longer, the same as before, are too far off. */
  let tooFar = Infinity
  for (let place = 0; place < words.length; place++) {
    const shared = common[place] ?? 0
    valid = Math.min(valid, shared)
    if (shared >= tooFar) continue
    tooFar = Infinity
    const word = words[place] ?? ''
    if (isExact[place] === 1 || word.length > typed.length + most) continue
    while (valid < word.length && tooFar === Infinity) {
      valid += 1
      if (nextRow(rows, { typed, word, depth: valid }) > most) tooFar = valid
    }
    const distance = rows[word.length * width + typed.length] ?? Infinity
    if (tooFar === Infinity && distance <= most) matches.push({ text: word, distance })
  }
  return matches
}

/** Damerau and Levenshtein: a letter too many, too few, another one, or two neighbours swapped. Returns the row's least. */
function nextRow(rows: Uint8Array, { typed, word, depth }: { typed: string; word: string; depth: number }): number {
  const width = typed.length + 1
  const row = depth * width
  const above = row - width
  const letter = word.charCodeAt(depth - 1)
  const before = depth > 1 ? word.charCodeAt(depth - 2) : -1
  let least = depth
  rows[row] = depth
  for (let column = 1; column < width; column++) {
    const mine = typed.charCodeAt(column - 1)
    const replaced = (rows[above + column - 1] ?? 0) + Number(mine !== letter)
    let cost = Math.min((rows[above + column] ?? 0) + 1, (rows[row + column - 1] ?? 0) + 1, replaced)
    if (column > 1 && mine === before && typed.charCodeAt(column - 2) === letter)
      cost = Math.min(cost, (rows[above - width + column - 2] ?? 0) + 1)
    rows[row + column] = cost
    if (cost < least) least = cost
  }
  return least
}

/** Words that the catalogue lacks, but which stand for some that it has. */
export function wordsBySynonym(vocabulary: Vocabulary, byPhrase: ReadonlyMap<string, string[][]>): SortedWords {
  const phrases = [...byPhrase].filter(([, others]) =>
    others.some(other => other.every(word => isKnown(vocabulary, word))),
  )
  return sortedWords(phrases.flatMap(([phrase]) => phrase.split(' ')).filter(word => !isKnown(vocabulary, word)))
}
