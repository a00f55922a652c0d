/** The bytes of a file as text, for the body of a call; undefined where it cannot be read any more. */
export async function fileInBase64(file: Blob): Promise<string | undefined> {
  const bytes = await file.arrayBuffer().catch(() => undefined)
  if (!bytes) return undefined
  const all = new Uint8Array(bytes)
  const parts: string[] = []
  // As many at once as a call takes arguments, and whole groups of three bytes.
  for (let at = 0; at < all.length; at += 3 * 4096)
    parts.push(btoa(String.fromCharCode(...all.subarray(at, at + 3 * 4096))))
  return parts.join('')
}
