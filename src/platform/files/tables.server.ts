import { open as openFile } from 'node:fs/promises'
import { type Entry, type ZipFile, fromBufferPromise, getFileNameLowLevel, openPromise } from 'yauzl'
import type * as z from 'zod/mini'
import { refuseFields } from '#kernel/refusals'
import { type TableSource, areNamesOf, openTable, readTable, sourceOf } from '#kernel/tables/read-table'
import type { ReadRow, TableForm } from '#kernel/tables/table'
import { choicesIn, type tableBody } from '#kernel/tables/table-body'
import { asFieldRefusal } from '#kernel/tables/table-refusal'
import { TableRefused } from '#kernel/tables/table-problem'
import type { WorkbookFiles } from '#kernel/tables/workbook'
import { tableFileTexts } from './files.texts.ts'

// Names are decoded here: the library refuses a whole ZIP for a backslash in one name, and none of them leads anywhere.
const options = { lazyEntries: true, autoClose: false, decodeStrings: false, validateEntrySizes: true }

/** A workbook has some dozens of files, and a file for each picture. */
const mostEntries = 20_000

/**
 * The bytes of a file, all in the same memory: a piece holds until the next one is asked for. Memory for each piece would outlive the rows
 * that are made of it, and lie about until old garbage is collected.
 */
export async function* piecesOf(path: string): AsyncGenerator<Buffer> {
  await using file = await openFile(path)
  const memory = Buffer.allocUnsafeSlow(64 * 1024)
  for (;;) {
    const { bytesRead } = await file.read(memory)
    if (bytesRead === 0) return
    yield memory.subarray(0, bytesRead)
  }
}

/**
 * A table file on the disk, read as it is needed, until it is disposed of. `chunks`: what unpacks it, where it is packed.
 */
export function tableAt(
  path: string,
  chunks: () => AsyncIterable<Uint8Array> = () => piecesOf(path),
): { source: TableSource } & AsyncDisposable {
  const opened: ZipFile[] = []
  const open = async () => {
    const zip = await openPromise(path, options)
    opened.push(zip)
    return zip
  }
  return {
    source: { chunks, zip: () => filesOf(open) },
    async [Symbol.asyncDispose]() {
      for (const zip of opened) zip.close()
    },
  }
}

/** A table file in memory. */
export const tableOf = (bytes: Buffer): TableSource =>
  sourceOf(bytes, () => filesOf(() => fromBufferPromise(bytes, options)))

type SentTable = z.infer<ReturnType<typeof tableBody>>

/**
 * The rows of a table in the body of a call, in its order; `leftOut`: the lines of titles and totals. Refuses fields: a file that
 * cannot be read as a whole, or has more rows than `most`.
 */
export async function readTableInBody<Name extends string>(
  body: SentTable,
  form: TableForm<Name>,
  most: number,
): Promise<{ rows: ReadRow<Name>[]; leftOut: number[] }> {
  const { csv = '', file } = body
  const field = file === undefined ? 'csv' : 'file'
  const choices = choicesIn(body)
  const source = tableOf(file === undefined ? Buffer.from(csv) : Buffer.from(file, 'base64'))
  const read = () => openTable(source, choices, areNamesOf(form)).then(table => readTable(table, form, choices))
  const { shape, rows } = await read().catch(asFieldRefusal(field))
  if (shape.rows > most) throw refuseFields([{ field, message: tableFileTexts.tooManyRows(most) }])
  const all = (await Array.fromAsync(rows())).flat()
  const totals = all.filter(({ isBeside }) => isBeside)
  return {
    rows: all.filter(({ isBeside }) => !isBeside),
    leftOut: [...shape.titles, ...totals.map(({ line }) => line)],
  }
}

async function filesOf(open: () => Promise<ZipFile>): Promise<WorkbookFiles> {
  const entries = new Map<string, Entry>()
  let zip: ZipFile
  try {
    zip = await open()
    for await (const entry of zip.eachEntry()) {
      if (entries.size >= mostEntries) throw new TableRefused('large-workbook')
      entries.set(nameOf(entry), entry)
    }
  } catch (error) {
    // The library says what is wrong with a file in words of its own.
    throw error instanceof TableRefused ? error : new TableRefused('broken-workbook')
  }
  return {
    names: [...entries.keys()],
    async *open(name) {
      const entry = entries.get(name)
      if (!entry) throw new TableRefused('broken-workbook')
      if (entry.isEncrypted()) throw new TableRefused('locked-workbook')
      try {
        for await (const chunk of await zip.openReadStreamPromise(entry)) yield chunk as Buffer
      } catch {
        throw new TableRefused('broken-workbook')
      }
    },
  }
}

const nameOf = ({ generalPurposeBitFlag, fileNameRaw, extraFields }: Entry): string =>
  getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, false)
