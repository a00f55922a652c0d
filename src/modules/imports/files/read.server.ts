import { readAcesHead, readApplication } from './aces.rules.ts'
import {
  type OpenTable,
  type TableChoices,
  type TableFacts,
  leavesLettersOpen,
  openTable,
  readTable,
} from '#kernel/tables/read-table'
import type { TableShape } from '#kernel/tables/table'
import { tableAt } from '#platform/files/tables'
import { areNamesOfList, importForm } from './csv-head.rules.ts'
import { type ImportFile, bytesOf, natureOf, textOf } from './file.server.ts'
import { readItem, readPiesHead } from './pies.rules.ts'
import { FileProblem, type Problem, cleanProblem } from '../import.rules.ts'
import type { NamedPart, Row } from './rows.rules.ts'
import type { Mapping } from '../mapping/mapping.rules.ts'
import { type Batch, asFileProblem, emptyBatch, readImportTable, refuseRow } from './table.server.ts'
import { readXml } from './xml.server.ts'
import { type XmlNode, textIn } from './xml.rules.ts'

/** What a file says of itself, apart from its rows. */
export type FileFacts = {
  format: string
  title?: string
  isFull?: boolean
  date?: string
  brandCode?: string
  /** Of a table: how its letters were read; of a workbook: which of its sheets was. */
  encoding?: string
  sheet?: string
  sheets?: readonly string[]
}

/** How a file names a brand: its code, the words beside the code, the title of the whole file. */
export type BrandNames = { code?: string | undefined; label?: string | undefined; title?: string | undefined }

export type Reading = {
  currency: string
  /** The shop's language. */
  locale: string
  /** What somebody has said of a table that leaves it open. */
  choices?: TableChoices
  /** What somebody has said of a table's columns. */
  mapping?: Mapping | undefined
  /** Whose parts they are where a row of a table does not say it. */
  brand?: string | undefined
  /** What the shop calls the brand that a file names by a code or a title. */
  brandOf: (named: BrandNames) => string
  onRead: (bytes: number) => void
  onFacts: (facts: FileFacts) => void
}

/** The rows of a file, whatever its format. Throws a `FileProblem` where it cannot be read as a whole. */
export async function* readFile(file: ImportFile, reading: Reading): AsyncGenerator<Batch> {
  for await (const batch of readRows(file, reading)) {
    yield { ...batch, problems: batch.problems.map(cleanProblem) }
  }
}

async function* readRows(file: ImportFile, reading: Reading): AsyncGenerator<Batch> {
  const nature = await natureOf(file)
  if (nature.format === 'xml') yield* readCatalogue(textOf(file, nature.encoding, reading.onRead), reading)
  else yield* readTableFile(file, reading)
}

async function* readTableFile(file: ImportFile, reading: Reading): AsyncGenerator<Batch> {
  const choices = reading.choices ?? {}
  await using open = tableAt(file.path, () => bytesOf(file))
  const table = await openTable(open.source, choices, areNamesOfList(reading.mapping)).catch(asFileProblem)
  yield* readImportTable(table, {
    currency: reading.currency,
    locale: reading.locale,
    choices,
    mapping: reading.mapping,
    brand: reading.brand,
    onFacts: facts => reading.onFacts(factsOf(facts)),
    onRead: share => reading.onRead(Math.round(share * file.bytes)),
  })
}

/** Whether a file leaves open how its letters are written. */
export async function hasOpenLetters(file: ImportFile): Promise<boolean> {
  await using open = tableAt(file.path, () => bytesOf(file))
  return await leavesLettersOpen(open.source)
}

/**
 * A table file once more, as it stands there, with what was found out about its columns. Throws `TableRefused` where it is another by
 * now.
 */
export async function lookAgain<T>(
  file: ImportFile,
  { choices = {}, ...reading }: Pick<Reading, 'currency' | 'locale' | 'choices' | 'mapping'>,
  look: (table: OpenTable, shape: TableShape<string>) => Promise<T>,
): Promise<T> {
  await using open = tableAt(file.path, () => bytesOf(file))
  const table = await openTable(open.source, choices, areNamesOfList(reading.mapping))
  const { shape } = await readTable(table, importForm(reading), choices)
  // Before the file is closed.
  return await look(table, shape)
}

const factsOf = (facts: TableFacts): FileFacts =>
  facts.format === 'csv'
    ? { format: 'CSV', encoding: facts.encoding }
    : { format: 'XLSX', sheet: facts.sheet, sheets: facts.sheets }

const elementNames = new Set(['Header', 'App', 'Asset', 'Item', 'Footer', 'Trailer'])

async function* readCatalogue(text: AsyncIterable<string>, reading: Reading): AsyncGenerator<Batch> {
  let root = ''
  let state: Catalogue | undefined
  for await (const parts of readXml(text, elementNames)) {
    const batch = emptyBatch()
    for (const { isRoot, node } of parts) {
      if (isRoot) {
        root = node.name
        if (root !== 'ACES' && root !== 'PIES') throw new FileProblem('xml-unknown', { line: node.line, value: root })
        state = catalogue(root, reading)
      } else state?.take(node, batch)
    }
    yield batch
  }
  if (!root) throw new FileProblem('xml-unknown', { line: 1 })
}

type Catalogue = { take(node: XmlNode, batch: Batch): void }

function catalogue(root: 'ACES' | 'PIES', reading: Reading): Catalogue {
  let records = 0
  let assets = 0
  let title: string | undefined
  let code: string | undefined
  let fileCurrency: string | undefined
  const header = (node: XmlNode) => {
    if (root === 'PIES') {
      const head = readPiesHead(node)
      fileCurrency = head.currency
      reading.onFacts({ format: root, isFull: head.isFull, ...(head.date && { date: head.date }) })
      return
    }
    const head = readAcesHead(node)
    title = head.title
    code = head.brandCode
    reading.onFacts({
      format: root,
      isFull: head.isFull,
      ...(head.date && { date: head.date }),
      ...(head.title && { title: head.title }),
      ...(head.brandCode && { brandCode: head.brandCode }),
    })
  }
  return {
    take(node, batch) {
      if (node.name === 'Header') return header(node)
      if (node.name === 'Footer' || node.name === 'Trailer') {
        const declared = textIn(node, 'RecordCount') ?? textIn(node, 'ItemCount')
        // Some count the pictures and papers, too, that stand beside the applications.
        if (declared === undefined || [records, records + assets].includes(Number(declared))) return
        const problem = { line: node.line, record: null, field: 'RecordCount', value: `${declared}, not ${records}` }
        return void batch.problems.push({ ...problem, code: 'record-count' })
      }
      if (node.name === 'Asset') return void (assets += 1)
      records += 1
      const read: { rows: Row[]; problems: Problem[]; named?: NamedPart } =
        root === 'ACES'
          ? readApplication(node, own => reading.brandOf({ code: own ?? code, title: own ? undefined : title }))
          : readItem(node, {
              currency: reading.currency,
              fileCurrency,
              brandOf: (code, label) => reading.brandOf({ code, label }),
            })
      batch.rows.push(...read.rows)
      batch.problems.push(...read.problems)
      if (read.rows.length === 0) refuseRow(batch, root === 'ACES' ? 'fitment' : 'part', read.named)
    },
  }
}
