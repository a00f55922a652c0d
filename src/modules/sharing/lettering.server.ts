import { readFile } from 'node:fs/promises'
import type { Command, Font } from 'opentype.js'
import { projectFile } from '#platform/files/project'

/**
 * Words as outlines, from the faces that the shop's pages are set in: a picture with them looks the same on a machine
 * without any font.
 */
export type Face = Font

/** One of `ui/fonts`, as WOFF: the format of the pages' files is not for reading. */
export async function readFace(name: 'barlow-500' | 'barlow-condensed-700'): Promise<Face> {
  const file = await readFile(projectFile(`src/ui/fonts/${name}.woff`))
  const { default: opentype } = await import('opentype.js')
  return opentype.parse(new Uint8Array(file).buffer)
}

/** An SVG path with its baseline at 0, and how wide it is, in pixels. */
export type Line = { path: string; width: number }

/** A line of words, `size` pixels an em; undefined if the face lacks one of its characters. */
export function setLine(face: Face, words: string, size: number): Line | undefined {
  const text = words.normalize('NFC')
  if (Array.from(text).some(character => face.charToGlyphIndex(character) === 0)) return undefined
  const { commands } = face.getPath(text, 0, 0, size)
  return { path: commands.map(stepOf).join(''), width: face.getAdvanceWidth(text, size) }
}

/** The library writes numbers next to zero so that its own rounding cannot read them. */
function stepOf({ type, x1, y1, x2, y2, x, y }: Command): string {
  return type + [x1, y1, x2, y2, x, y].flatMap(number => number?.toFixed(2) ?? []).join(' ')
}

/** Words in lines of at most `width` pixels. A word that is longer has a line of its own. */
export function setLines(
  face: Face,
  words: string,
  { size, width }: { size: number; width: number },
): Line[] | undefined {
  const texts: string[] = []
  for (const word of words.trim().split(/\s+/)) {
    const longer = [texts.at(-1), word].filter(text => text !== undefined).join(' ')
    const isFitting = (setLine(face, longer, size)?.width ?? 0) <= width
    if (texts.length > 0 && isFitting) texts[texts.length - 1] = longer
    else texts.push(word)
  }
  const lines = texts.map(text => setLine(face, text, size))
  return lines.every(line => line !== undefined) ? lines : undefined
}
