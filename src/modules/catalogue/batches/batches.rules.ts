/** What a ZIP of pictures may be. Nothing that is packed within it is opened. */
export const batchLimits = { mostBytes: 100 * 1024 ** 2, entries: 2000, unpackedBytes: 1024 ** 3 }

export const batchField = 'zip'

export const batchStates = ['planning', 'planned', 'committing', 'committed', 'undoing', 'undone', 'cancelled'] as const
export type BatchState = (typeof batchStates)[number]
export const isBatchWorking = (state: BatchState): boolean =>
  state === 'planning' || state === 'committing' || state === 'undoing'

/** `ambiguous`: several tools have its number; `there`: the tool had it already; `left`: it stayed when the ZIP was taken back. */
export const batchRowStates = [
  'matched',
  'ambiguous',
  'unknown',
  'broken',
  'added',
  'there',
  'refused',
  'undone',
  'left',
] as const
export type BatchRowState = (typeof batchRowStates)[number]

/** One way to read the name of a file. `place`: the how-many-eth picture of its tool it says that it is. */
export type Reading = { brand: string | null; number: string; place: number }

/** What is no file of anybody's: folders, and what operating systems put beside files. */
export const isLitter = (path: string): boolean =>
  path.endsWith('/') ||
  path.split('/').some(part => (part.startsWith('.') && part !== '..') || part === '__MACOSX' || part === 'Thumbs.db')

/**
 * All ways to read the name of a file: `PARTNUMBER.jpg`, `BRAND_PARTNUMBER.jpg`, either with `-2` for the second picture. A number
 * may itself end so, or have an underscore: which reading is meant, the shop's part numbers say. The whole name comes first.
 */
export function readingsOf(path: string): Reading[] {
  const stem = (path.split(/[/\\]/).at(-1) ?? '').replace(/\.\w{1,5}$/, '').trim()
  // No brand with its number is that long.
  if (stem.length > 160) return []
  const [, shorter, place] = /^(.+?)[-_ ]+\(?([1-9]|1[0-2])\)?$/.exec(stem) ?? []
  const stems = [{ text: stem, place: 1 }, ...(shorter ? [{ text: shorter, place: Number(place) }] : [])]
  return stems.flatMap(({ text, place }) => {
    const parts = text.split('_').slice(0, 6)
    const branded = parts.slice(1).flatMap((_, at) => {
      const [brand, number] = [
        parts.slice(0, at + 1).join(' '),
        text
          .split('_')
          .slice(at + 1)
          .join('_'),
      ]
      return brand && number ? [{ brand, number, place }] : []
    })
    return text ? [{ brand: null, number: text, place }, ...branded] : []
  })
}

/** `isSpelled`: in its capitals, too. `isDoubtful`: by a point, comma or slash between its digits, or by a piece of it, the file's number may be another one. */
export type Match = { tool: string; place: number; isExact: boolean; isSpelled: boolean; isDoubtful: boolean }

/**
 * Which tool a file belongs to, of those that its readings found, in the order of the readings. A number that is written just so
 * counts before one that is the same without its punctuation, and one in doubt is nobody's.
 */
export function chooseMatch(matches: readonly Match[]): Match | 'ambiguous' | 'unclear' | undefined {
  const exact = matches.filter(({ isExact }) => isExact)
  const [first] = exact.length > 0 ? exact : matches
  if (!first) return undefined
  // Of the numbers that are written just so, the longest reading is meant: `A-2` is the tool A-2, not the second picture of A.
  const alike = exact.length > 0 ? exact.filter(({ place }) => place === first.place) : matches
  const spelled = alike.filter(({ isSpelled }) => isSpelled)
  const equal = spelled.length > 0 ? spelled : alike
  if (equal.some(({ tool }) => tool !== equal[0]?.tool)) return 'ambiguous'
  return equal.find(({ isDoubtful }) => !isDoubtful) ?? 'unclear'
}
