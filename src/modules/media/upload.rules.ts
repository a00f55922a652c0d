import { refuse } from './refusals.rules.ts'

/** What an uploaded picture may be (specification, section 5). Both sides hold to it; the server looks at the content. */
export const pictureLimits = {
  mostBytes: 10 * 1024 ** 2,
  mostPixels: 40_000_000,
  aDay: 40,
  triesAnHour: 60,
  /** Whoever keeps a catalogue uploads to twelve of each tool. */
  ofStaff: { aDay: 2000, triesAnHour: 3000 },
  keptUnusedHours: 24,
}

/** The kinds of pictures that are taken, by the names that browsers know. */
export const pictureTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/avif'] as const

/** The form's field, and what it says when it is empty. */
export const pictureField = 'image'

/** What a browser can tell of a chosen file before sending it; the server's own sentence, or undefined. */
export function problemOfFile(file: { size: number; type: string }): string | undefined {
  if (!pictureTypes.some(type => type === file.type)) return refuse('not-a-picture').message
  if (file.size === 0) return refuse('picture-damaged').message
  if (file.size > pictureLimits.mostBytes) {
    return refuse('file-too-large', { megabytes: pictureLimits.mostBytes / 1024 ** 2 }).message
  }
  return undefined
}

export type PictureFormat = 'jpeg' | 'png' | 'webp' | 'avif'

/** What a file is by its first bytes, whatever its name says; undefined for anything but the four kinds. */
export function formatOf(bytes: Uint8Array): PictureFormat | undefined {
  const text = String.fromCharCode(...bytes.subarray(0, 64))
  if (text.startsWith('\xff\xd8\xff')) return 'jpeg'
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  if (text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP') return 'webp'
  if (text.slice(4, 8) === 'ftyp' && /avi[fs]/.test(text.slice(8))) return 'avif'
  return undefined
}
