/**
 * The text of a file that a spreadsheet has written: UTF-8, UTF-16 with its mark, else as Windows writes Western European.
 * Undefined where the file cannot be read any more.
 */
export async function readTextFile(file: File): Promise<string | undefined> {
  const bytes = await file.arrayBuffer().catch(() => undefined)
  return bytes && decodeText(new Uint8Array(bytes))
}

export function decodeText(bytes: Uint8Array): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
