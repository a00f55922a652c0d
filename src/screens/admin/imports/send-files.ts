import { call, callPage } from '#ui/calls/call.ts'
import { uploadFile } from '#ui/calls/upload.ts'
import { type Import, importsContract } from '#contracts/imports'
import { csvColumns, csvOf, uploadPieceBytes } from '#rules/imports'

type Sending = { onProgress: (share: number) => void; signal: AbortSignal }

/** Sends files piece by piece, each under an id of its own. Returns what `beginImport` wants to know of them. */
export async function sendFiles(files: readonly File[], { onProgress, signal }: Sending) {
  const total = files.reduce((sum, file) => sum + file.size, 0)
  let sent = 0
  const uploads: { upload: string; name: string }[] = []
  for (const file of files) {
    const upload = newUploadId()
    for (let piece = 0; piece === 0 || piece * uploadPieceBytes < file.size; piece++) {
      const part = file.slice(piece * uploadPieceBytes, (piece + 1) * uploadPieceBytes)
      const before = sent
      await uploadFile(importsContract.uploadPiece, {
        file: part,
        query: { upload, piece },
        onProgress: share => onProgress(total > 0 ? (before + share * part.size) / total : 1),
        signal,
      })
      sent += part.size
    }
    uploads.push({ upload, name: file.name })
  }
  return uploads
}

/** `crypto.randomUUID` is there on secure pages alone; a shop on the own network may be none. */
function newUploadId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const hex = Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

/** All problems and notes of an import as a file, put together here: the call for them wants the session's token. */
export async function downloadProblems(item: Import): Promise<void> {
  const rows: (string | number | null)[][] = []
  let query: Record<string, string> = { limit: '1000' }
  for (;;) {
    const page = await callPage(importsContract.listProblems, { params: { id: item._id }, query })
    for (const { file, line, record, field, code, value, times, hint, isNote } of page.items) {
      rows.push([file, line, record, field, code, value, times, hint, isNote ? 'note' : 'problem'])
    }
    if (!page.next) break
    query = Object.fromEntries(new URLSearchParams(page.next))
  }
  const columns = ['file', 'line', 'record', 'field', 'code', 'value', 'rows', 'hint', 'kind']
  saveFile(`import-${item.number}-problems.csv`, csvOf(columns, rows))
}

/** Hands a file to the browser's downloads: CSV, unless it is one of another kind. */
export function saveFile(name: string, ...parts: readonly BlobPart[]): void {
  const [first] = parts
  const type = (first instanceof Blob && first.type) || 'text/csv'
  const address = URL.createObjectURL(new Blob([...parts], { type }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  URL.revokeObjectURL(address)
}

/** A mapping of every vehicle that is waited for, to be filled in and imported. */
export async function downloadMapping(): Promise<void> {
  const rows: (string | number | null)[][] = []
  let query: Record<string, string> = { limit: '1000' }
  for (;;) {
    const page = await callPage(importsContract.listUnresolved, { query })
    for (const { system, externalId, year, make, model } of page.items) {
      rows.push([system ?? 'own', externalId ?? `${year} ${make} ${model}`, year, make, model])
    }
    if (!page.next) break
    query = Object.fromEntries(new URLSearchParams(page.next))
  }
  saveFile('vehicles-to-map.csv', csvOf(csvColumns.vehicles.needed, rows))
}

/** How many rows somebody has allowed an import to take out, which prices to leap, and which of those parts keep the old one. */
export type Allowed = {
  removes?: number | undefined
  leaps?: string | undefined
  keepPrices?: 'all' | string[] | undefined
}

export const act = {
  commit: (id: string) => (allowed: Allowed) =>
    call(importsContract.commitImport, {
      params: { id },
      body: { ...allowed, ...(allowed.removes !== undefined && { allowRemoval: true }) },
    }),
  cancel: (id: string) => () => call(importsContract.cancelImport, { params: { id } }),
  undo: (id: string) => () => call(importsContract.undoImport, { params: { id } }),
}
