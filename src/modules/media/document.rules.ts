/** What a document may be. Both sides hold to it; the server looks at the content. */
export const documentLimits = { mostBytes: 20 * 1024 ** 2 }

/** The form's field. */
export const documentField = 'document'

/** Where a stored document is; its last part is what a browser calls the file. */
export const documentPath = (key: string, name: string): string =>
  `/documents/${key}/${encodeURIComponent(`${name}.pdf`)}`

export const documentKeyPattern = /^[0-9a-f]{32}$/

/** Within so many bytes of either end stand a PDF's header and its trailer (ISO 32000, appendix H). */
const margin = 1024

/**
 * Whether a file is a PDF by its content: a header, an end, and where the end says it is, the table of its objects. Nothing else of
 * it is read, and nothing of it is trusted: it is served so that nothing in it runs.
 */
export function isPdf(bytes: Uint8Array): boolean {
  const head = latin(bytes.subarray(0, margin))
  const begins = head.search(/%PDF-[12]\.\d/)
  if (begins < 0) return false
  const end = latin(bytes.subarray(-margin))
  const offset = /startxref\s+(\d{1,10})\s+%%EOF\s*$/.exec(end.replace(/\0+$/, ''))?.[1]
  if (offset === undefined) return false
  // Counted from the header, or from the file's first byte: makers differ.
  return [begins, 0].some(from => isTableAt(bytes, from + Number(offset)))
}

const isTableAt = (bytes: Uint8Array, at: number): boolean =>
  /^\s*(xref\s|\d+\s+\d+\s+obj\b)/.test(latin(bytes.subarray(at, at + 64)))

const latin = (bytes: Uint8Array): string => String.fromCharCode(...bytes)
