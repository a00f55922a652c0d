import { readFile, writeFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import subsetFont from 'subset-font'

/** The shop's faces, cut to the characters of its languages: `node test/fonts.ts` writes them anew. */

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

export const fontNames = faces.map(({ family, weight }) => `${family}-${weight}.woff2`)
export const fontPath = (name: string) => new URL(`../src/ui/fonts/${name}`, import.meta.url)

/** Each file's name and bytes. Kerning and tabular figures stay; hints for coarse screens go. */
export function cutFonts(): Promise<{ name: string; bytes: Buffer }[]> {
  return Promise.all(
    faces.map(async ({ family, weight }) => {
      const whole = import.meta.resolve(`@fontsource/${family}/files/${family}-latin-${weight}-normal.woff2`)
      const bytes = await subsetFont(await readFile(new URL(whole)), fontCharacters, {
        targetFormat: 'woff2',
        keepFeatures: ['kern', 'tnum'],
        noHinting: true,
        dropTables: ['gasp', 'GDEF', 'DSIG'],
      })
      return { name: `${family}-${weight}.woff2`, bytes }
    }),
  )
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  for (const { name, bytes } of await cutFonts()) await writeFile(fontPath(name), bytes)
}
