import { type Zippable, strToU8, zipSync } from 'fflate'

/** What stands in a cell of a made workbook: a text, a figure, or the XML of the cell itself. */
export type MadeCell = string | number | { xml: string } | null

/** A figure in the n-th of the workbook's number formats, the first being 1. */
export const inFormat = (figure: number, format: number): MadeCell => ({ xml: `<c s="${format}"><v>${figure}</v></c>` })

export type MadeSheet = { name: string; rows: readonly (readonly MadeCell[])[]; state?: 'hidden' | 'veryHidden' }

export type WorkbookKind = {
  /** Texts in a list of their own, or within their cells. */
  texts?: 'shared' | 'inline'
  hasReferences?: boolean
  /** The namespaces of strict OOXML, and a prefix before each name. */
  isStrict?: boolean
  prefix?: string
  separator?: '/' | '\\'
  /** The folder of the workbook's parts. */
  folder?: string
  is1904?: boolean
  /** Codes of number formats: a cell of the style `n` has the n-th, the first being 1. */
  formats?: readonly string[]
}

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

const lettersOf = (column: number): string =>
  (column >= 26 ? lettersOf(Math.floor(column / 26) - 1) : '') + String.fromCharCode(65 + (column % 26))

/** A workbook as one of the world's programs writes it. */
export function workbookOf(sheets: readonly MadeSheet[], kind: WorkbookKind = {}): Buffer {
  const { texts = 'shared', hasReferences = true, isStrict = false, prefix = '', separator = '/', folder = 'xl' } = kind
  const p = prefix && `${prefix}:`
  const base = isStrict ? 'http://purl.oclc.org/ooxml' : 'http://schemas.openxmlformats.org'
  const main = isStrict ? `${base}/spreadsheetml/main` : `${base}/spreadsheetml/2006/main`
  const relations = isStrict ? `${base}/officeDocument/relationships` : `${base}/officeDocument/2006/relationships`
  const xmlns = `xmlns${prefix && `:${prefix}`}="${main}"`
  const shared: string[] = []
  const cellOf = (cell: MadeCell, row: number, column: number): string => {
    if (cell === null) return hasReferences ? '' : `<${p}c/>`
    const at = hasReferences ? ` r="${lettersOf(column)}${row}"` : ''
    if (typeof cell === 'object') return cell.xml.replace('<c', `<${p}c${at}`).replaceAll('</c>', `</${p}c>`)
    if (typeof cell === 'number') return `<${p}c${at}><${p}v>${cell}</${p}v></${p}c>`
    if (texts === 'inline') return `<${p}c${at} t="inlineStr"><${p}is><${p}t>${escape(cell)}</${p}t></${p}is></${p}c>`
    if (!shared.includes(cell)) shared.push(cell)
    return `<${p}c${at} t="s"><${p}v>${shared.indexOf(cell)}</${p}v></${p}c>`
  }
  const sheetOf = ({ rows }: MadeSheet): string => {
    const lines = rows.map((cells, at) => {
      const made = cells.map((cell, column) => cellOf(cell, at + 1, column)).join('')
      return `<${p}row${hasReferences ? ` r="${at + 1}"` : ''}>${made}</${p}row>`
    })
    return `<${p}worksheet ${xmlns}><${p}sheetData>${lines.join('')}</${p}sheetData></${p}worksheet>`
  }
  const files: Record<string, string> = {}
  for (const [at, sheet] of sheets.entries()) files[`${folder}/worksheets/sheet${at + 1}.xml`] = sheetOf(sheet)
  const listed = sheets.map(
    ({ name, state }, at) =>
      `<${p}sheet name="${escape(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"${state ? ` state="${state}"` : ''}/>`,
  )
  files[`${folder}/workbook.xml`] =
    `<${p}workbook ${xmlns} xmlns:r="${relations}"><${p}workbookPr${kind.is1904 ? ' date1904="1"' : ''}/><${p}sheets>${listed.join('')}</${p}sheets></${p}workbook>`
  const targets = [
    ...sheets.map((_, at) => ['worksheet', `worksheets/sheet${at + 1}.xml`, `rId${at + 1}`]),
    ['styles', 'styles.xml', 'rIdStyles'],
    ...(texts === 'shared' ? [['sharedStrings', 'sharedStrings.xml', 'rIdTexts']] : []),
  ]
  const relationsXml = (all: readonly (readonly string[])[]) =>
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${all
      .map(([type, target, id]) => `<Relationship Id="${id}" Type="${relations}/${type}" Target="${target}"/>`)
      .join('')}</Relationships>`
  files[`${folder}/_rels/workbook.xml.rels`] = relationsXml(targets)
  files['_rels/.rels'] = relationsXml([['officeDocument', `${folder}/workbook.xml`, 'rId1']])
  if (texts === 'shared') {
    const items = shared.map(text => `<${p}si><${p}t xml:space="preserve">${escape(text)}</${p}t></${p}si>`)
    files[`${folder}/sharedStrings.xml`] = `<${p}sst ${xmlns}>${items.join('')}</${p}sst>`
  }
  const formats = kind.formats ?? []
  const codes = formats.map((code, at) => `<${p}numFmt numFmtId="${164 + at}" formatCode="${escape(code)}"/>`)
  const styles = [0, ...formats.map((_, at) => 164 + at)].map(id => `<${p}xf numFmtId="${id}"/>`)
  files[`${folder}/styles.xml`] =
    `<${p}styleSheet ${xmlns}><${p}numFmts>${codes.join('')}</${p}numFmts><${p}cellXfs>${styles.join('')}</${p}cellXfs></${p}styleSheet>`
  const zipped: Zippable = Object.fromEntries(
    Object.entries(files).map(([name, xml]) => [
      name.replaceAll('/', separator),
      strToU8(`<?xml version="1.0" encoding="UTF-8"?>${xml}`),
    ]),
  )
  return Buffer.from(zipSync(zipped, { level: 6 }))
}
