import { readFile, writeFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import subsetFont from 'subset-font'

/** The shop's faces, cut to the characters of its languages: `node test/generated/fonts.ts` writes them anew. */

const faces = [
  { family: 'barlow', weight: 400 },
  { family: 'barlow', weight: 500 },
  { family: 'barlow', weight: 600 },
  { family: 'barlow-condensed', weight: 600 },
  { family: 'barlow-condensed', weight: 700 },
] as const

const span = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => String.fromCodePoint(from + at)).join('')

/** Of Latin 1, signs that no text of a shop has; each costs five faces their bytes. */
const unused = new Set('¤¦¨¬¯¸¶ª¹')

/** English and the languages of western Europe, digits, currencies, fractions, and the signs of typesetters. */
export const fontCharacters = [
  span(0x20, 0x7e),
  ...Array.from(span(0xa0, 0xff)).filter(sign => !unused.has(sign)),
  'ıŒœ€™–—‘’‚“”„•…‹›−↑↓',
].join('')

/** What pictures are lettered with: read by a program that knows WOFF, and not the format of the pages' files. */
const lettering = ['barlow-500', 'barlow-condensed-700']

export const fontNames = faces.map(({ family, weight }) => `${family}-${weight}.woff2`)
export const fontPath = (name: string) => new URL(`../../src/ui/fonts/${name}`, import.meta.url)

/** Each file's name and bytes. Kerning and tabular figures stay; hints for coarse screens go. */
export function cutFonts(): Promise<{ name: string; bytes: Buffer }[]> {
  return Promise.all(
    faces.flatMap(({ family, weight }) => {
      const name = `${family}-${weight}`
      const formats = lettering.includes(name) ? (['woff2', 'woff'] as const) : (['woff2'] as const)
      return formats.map(async format => ({ name: `${name}.${format}`, bytes: await cut(family, weight, format) }))
    }),
  )
}

async function cut(family: string, weight: number, targetFormat: 'woff' | 'woff2'): Promise<Buffer> {
  const whole = import.meta.resolve(`@fontsource/${family}/files/${family}-latin-${weight}-normal.woff2`)
  return subsetFont(await readFile(new URL(whole)), fontCharacters, {
    targetFormat,
    keepFeatures: ['kern', 'tnum'],
    noHinting: true,
    dropTables: ['gasp', 'GDEF', 'DSIG'],
  })
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  for (const { name, bytes } of await cutFonts()) await writeFile(fontPath(name), bytes)
}
