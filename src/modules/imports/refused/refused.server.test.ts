import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Person, createPerson } from '#test/factories'
import { fileWith } from '#test/files/imports'
import { commitSent, restedImport, sendList, sendLists } from '#test/files/sent-lists'
import { type TestShop, startTestShop } from '#test/harness'
import { launchCommand } from '#test/shop/process'
import { workbookOf } from '#test/tables/workbooks'
import { tidyImports } from '../tidy.server.ts'

let shop: TestShop
let admin: Person

beforeAll(async () => {
  shop = await startTestShop()
  admin = await createPerson(shop, 'admin')
})
afterAll(() => shop.close())

const createParts = { createParts: true }
const list = (name: string, lines: readonly string[]) => ({ name, content: lines.join('\n') })

async function refusedOf(id: string, file = 0): Promise<string> {
  const { status, body } = await admin.call('GET', `/imports/${id}/refused?file=${file}`)
  expect(status, body).toBe(200)
  return body
}
const kindsOf = async (id: string) => (await admin.call('GET', `/imports/${id}/problems/kinds`)).body
const linesOf = (csv: string) => csv.replace('\ufeff', '').trimEnd().split('\r\n')

describe('rows that do not go in', () => {
  it('come back in the columns of their list with the reason, and go in once they are corrected', async () => {
    const lines = [
      'Preisliste 2026',
      'Artikel-Nr.;Lager-Platz;Bezeichnung;Preis',
      'RF-1;A 12;Nabe;16,44',
      'RF-2;A 13;Lager;auf Anfrage',
      'RF-3;A 14;"Scheibe; belüftet";1.204,50',
      'RF-4;A 15;Dichtung;',
      'RF-5;A 16;Öse;0,00',
    ]
    const first = await sendList(admin, list('preise.csv', lines), createParts)
    expect(first).toMatchObject({ state: 'staged', counts: { part: { added: 2, refused: 3 } } })
    expect(first.files).toMatchObject([{ name: 'preise.csv', refused: 3 }])

    const refused = await refusedOf(first._id)
    const [head, ...rows] = linesOf(refused)
    expect(head).toBe('Why it was refused;Artikel-Nr.;Lager-Platz;Bezeichnung;Preis')
    expect(rows.map(row => row.replace(/^.*?;(?=RF)/, ''))).toEqual([
      'RF-2;A 13;Lager;auf Anfrage',
      'RF-4;A 15;Dichtung;',
      'RF-5;A 16;Öse;0,00',
    ])
    expect(rows[0]).toMatch(/^"?Preis: Use an amount above 0 .* \(auf Anfrage\)/)
    expect(rows[1]).toMatch(/^"?Preis: A part that is new to the shop needs a price/)
    await commitSent(admin, first._id)

    const mended = refused
      .replace(';auf Anfrage', ';17,00')
      .replace('Dichtung;', 'Dichtung;2,10')
      .replace(';0,00', ';0,40')
    const second = await sendList(admin, { name: 'preise.csv', content: mended }, createParts)
    expect(second).toMatchObject({ state: 'staged', counts: { part: { added: 3, refused: 0 } } })
    expect(await kindsOf(second._id)).toMatchObject([{ code: 'column-unknown', field: 'Lager-Platz', rows: 1 }])
  })

  it('are all there where one problem stands for many: parts that are unknown, rows of several kinds and files', async () => {
    const fits = Array.from({ length: 40 }, (_, at) => `NONE-${at % 2},Halden,Rook,${2001 + (at % 9)}`)
    const oem = ['NONE-1,oem,4711', 'NONE-1,oem,4712']
    const { _id, files, counts } = await sendSeveral([
      ['fits.csv', ['part_number,make,model,year', ...fits]],
      ['numbers.csv', ['part_number,kind,number', ...oem]],
    ])
    expect(files).toMatchObject([{ refused: 40 }, { refused: 2 }])
    expect(counts).toMatchObject({ fitment: { refused: 40 }, number: { refused: 2 } })
    const rows = linesOf(await refusedOf(_id, 0)).slice(1)
    expect(rows.map(row => row.replace(/^.*?(?=NONE-\d,)/, ''))).toEqual(fits)
    expect(rows.every(row => row.startsWith('"part_number: The shop does not sell this part.'))).toBe(true)
    expect(linesOf(await refusedOf(_id, 1)).slice(1)).toHaveLength(2)
    expect((await admin.call('GET', `/imports/${_id}/refused?file=2`)).status).toBe(404)
    const kinds = await kindsOf(_id)
    expect(kinds.map(({ code, rows }: { code: string; rows: number }) => [code, rows])).toEqual([['part-unknown', 42]])
  })

  it('are not those that say something of a part again: sent once more, they alone would count', async () => {
    const lines = ['part_number,price', 'TW-1,10.00', 'TW-1,11.00', 'TW-2,x']
    const sent = await sendList(admin, list('twice.csv', lines), createParts)
    expect(sent).toMatchObject({ counts: { part: { added: 1, refused: 2 } }, files: [{ refused: 1 }] })
    expect(await refusedOf(sent._id)).toContain('TW-2,x')
    expect(await refusedOf(sent._id)).not.toContain('TW-1')
  })

  it('of files that are called alike are told apart', async () => {
    const sent = await sendSeveral([
      ['list.csv', ['part_number,price', 'NONE-1,1.00']],
      ['list.csv', ['part_number,price', 'NONE-2,1.00', 'NONE-3,2.00']],
    ])
    expect(sent.files).toMatchObject([
      { name: 'list.csv', refused: 1 },
      { name: 'list.csv (2)', refused: 2 },
    ])
    expect(await refusedOf(sent._id, 1)).toContain('NONE-3')
    expect(await refusedOf(sent._id, 0)).not.toContain('NONE-2')
  })

  it('of a workbook keep the sign of its texts, though figures have a point', async () => {
    const rows = [
      ['Artikel-Nr.', 'Preis', 'weight'],
      ['WB-1', 16.44, '1,2'],
      ['WB-2', '12,50', 'heavy'],
      ['WB-3', 12.5, 'heavy'],
    ]
    const content = new Uint8Array(workbookOf([{ name: 'Preise', rows }]))
    const { _id, source } = await sendList(admin, { name: 'preise.xlsx', content }, createParts)
    expect(source).toBe('preise')
    const refused = linesOf(await refusedOf(_id)).slice(1)
    expect(refused.map(row => row.replace(/^.*?;(?=WB)/, ''))).toEqual(['WB-2;12,50;heavy', 'WB-3;12,5;heavy'])
  })

  it('are never computed by a spreadsheet, and hold what no database takes', async () => {
    const fine = Array.from({ length: 500 }, (_, at) => `FINE-${at},A part that is fine,1.00`)
    const odd = ['ODD-1,=1+1,x', 'ODD-2,a\0b,x']
    const { _id } = await sendList(admin, list('odd.csv', ['part_number,name,price', ...fine, ...odd]), createParts)
    const [, ...rows] = linesOf(await refusedOf(_id))
    expect(rows[0]).toMatch(/ODD-1,'=1\+1,x$/)
    expect(rows).toHaveLength(2)
  })

  it('are forgotten after thirty days, and the import says so', async () => {
    const { _id } = await sendList(admin, list('old.csv', ['part_number,price', 'NONE-1,1.00']))
    await sql`update import set created_at = created_at - interval '31 days' where id = ${_id}`.execute(shop.db)
    await tidyImports(shop.system)
    expect((await restedImport(admin, _id)).files).toEqual([{ name: 'old.csv', format: 'CSV', rows: 1 }])
    expect((await admin.call('GET', `/imports/${_id}/refused`)).body.code).toBe('import-nothing-kept')
  })

  it('are written by the command, those of a second file beside the first', async () => {
    const one = await fileWith('part_number,price\nNONE-1,1.00\n', 'one.csv')
    const two = await fileWith('part_number,price\nNONE-2,1.00\n', 'two.csv')
    const out = await fileWith('', 'refused.csv')
    const environment = { DATA_DIR: shop.dataDir, DATABASE_URL: shop.databaseUrl, LOG_LEVEL: 'fatal' }
    const { stderr } = await launchCommand(environment, 'import', one, two, '--refused', out).ended
    expect(stderr).toBe('')
    expect(await readFile(out, 'utf8')).toContain('NONE-1,1.00')
    expect(await readFile(join(out, '../refused-2.csv'), 'utf8')).toContain('NONE-2,1.00')
  })
})

const sendSeveral = (files: readonly [string, readonly string[]][]) =>
  sendLists(
    admin,
    files.map(([name, lines]) => list(name, lines)),
  )
