import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { dayIn } from '#kernel/days'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPerson } from '#test/factories'
import { sendList } from '#test/files/sent-lists'
import { type TestShop, startTestShop } from '#test/harness'
import { launchCommand } from '#test/shop/process'
import { bytesIn } from '#test/tables/letters'
import { long } from '#test/tiers'
import { catalogueNow, fileWith, importerOf } from '#test/files/imports'

/** Each run is a process of its own, and takes the start of one. */
const timeout = 180_000

let shop: TestShop

beforeAll(async () => {
  shop = await startTestShop()
  await sql`with m as (insert into make (name) values ('Halden') returning id),
      o as (insert into model (make_id, name) select id, 'Rook' from m returning id)
    insert into vehicle (year, model_id) select year, id from o, generate_series(2001, 2010) year`.execute(shop.db)
}, timeout)
afterAll(() => shop.close())

/** `npm run tappet -- import …`, beside the running shop and on its database. */
const tappet = (...words: string[]) =>
  launchCommand({ DATA_DIR: shop.dataDir, DATABASE_URL: shop.databaseUrl, LOG_LEVEL: 'fatal' }, 'import', ...words)
    .ended

const catalogue = () => catalogueNow(importerOf(shop))
const numberIn = (text: string) => /Import (\d+)/.exec(text)?.[1] ?? ''
const partsFile = (...lines: string[]) =>
  fileWith(['brand,part_number,name,price,stock', ...lines].join('\n'), 'parts.csv')
const fitsFile = (years: string, name = 'fits.csv') =>
  fileWith(`brand,part_number,make,model,year\nAcme,C-1,Halden,Rook,${years}\n`, name)

describe('npm run tappet -- import', { timeout }, () => {
  it('shows what a file changes, waits for a yes, commits when told to, and undoes it', async () => {
    const before = await catalogue()
    const file = await partsFile('Acme,C-1,Disc,10.00,5', 'Acme,C-2,Drum,12.00,0')
    const preview = await tappet(file, '--create-parts', '--dry-run')
    expect(preview).toMatchObject({ status: 0, stderr: '' })
    expect(preview.stdout).toMatch(/Import \d+ from parts\n.*Added.*\nParts +2 +0 +0/)
    expect(preview.stdout).toContain('0 problems, 0 notes, 0 overlaps, 0 duplicates.')
    expect(preview.stdout).toContain('Nothing was changed: this was a dry run.')
    expect(await catalogue()).toEqual(before)

    const waiting = await tappet(file, '--create-parts')
    expect(waiting.status).toBe(1)
    const number = numberIn(waiting.stdout)
    expect(waiting.stdout).toContain(`Import ${number} waits: npm run tappet -- import --commit ${number} --yes`)
    expect(await catalogue()).toEqual(before)

    const done = await tappet('--commit', number, '--yes')
    expect(done).toMatchObject({ status: 0, stderr: '' })
    expect(done.stdout).toContain(
      `Import ${number} is in the shop. To take it back: npm run tappet -- import --undo ${number}`,
    )
    const { rows } =
      await sql`select part_number, price, on_hand from tool where archived_at is null order by part_number`.execute(
        shop.db,
      )
    expect(rows).toEqual([
      { part_number: 'C-1', price: 1000, on_hand: 5 },
      { part_number: 'C-2', price: 1200, on_hand: 0 },
    ])

    const undone = await tappet('--undo', number)
    expect(undone).toMatchObject({ status: 0, stderr: '' })
    expect(undone.stdout).toContain(`Import ${number} is undone: the shop is as it was before it.`)
    expect(await catalogue()).toEqual(before)
    expect(await tappet('--commit', number, '--yes')).toMatchObject({ status: 1, stderr: expect.stringMatching(/\S/) })
    expect(await catalogue()).toEqual(before)
  })

  it('reads a list as the last one of its source, whose columns somebody has said', async () => {
    const list = await fileWith('Nr;EK netto;Lager\nAB-1;10,00;4\n', 'liste.csv')
    const untold = await tappet(list, '--source', 'Kugelwerk', '--as-before', '--dry-run')
    expect(untold.status).toBe(1)
    expect(untold.stderr).toContain('No list of “Kugelwerk” has been read by its columns yet.')
    const columns = [
      { head: 'Nr', column: 'part_number' },
      { head: 'EK netto', column: 'price' },
      { head: 'Lager', column: 'stock' },
    ]
    const mapping = { columns, priceTimes: '1.5', fixed: [{ column: 'name', value: 'Bearing' }] }
    const more = { source: 'Kugelwerk', mapping, createParts: true }
    const staff = await createPerson(shop, 'admin')
    await sendList(staff, { name: 'liste.csv', content: await readFile(list, 'utf8') }, more)
    const read = await tappet(list, '--source', 'kugelwerk', '--as-before', '--yes')
    expect(read).toMatchObject({ status: 0, stderr: '' })
    const { rows } = await sql`select name, price, on_hand from tool where part_number = 'AB-1'`.execute(shop.db)
    expect(rows).toEqual([{ name: 'Bearing', price: 1500, on_hand: 4 }])
    await tappet('--undo', numberIn(read.stdout))
  })

  it('reads such a list by the letters that were said of the last one, and one in UTF-8 as it is', async () => {
    const text = 'Nr;Název;Cena\nCZ-1;Škoda řemen;10,00\n'
    const columns = ['part_number', 'name', 'price'].map((column, at) => ({ head: text.split(/[;\n]/)[at], column }))
    const more = { source: 'Čech', mapping: { columns }, createParts: true, encoding: 'windows-1250' }
    const content = bytesIn('windows-1250', text)
    await sendList(await createPerson(shop, 'admin'), { name: 'cz.csv', content }, more)
    const read = async (bytes: string | Uint8Array) => {
      const done = await tappet(await fileWith(bytes, 'cz.csv'), '--source', 'Čech', '--as-before', '--yes')
      expect(done).toMatchObject({ status: 0, stderr: '' })
      const { rows } = await sql<{ name: string }>`select name from tool where part_number = 'CZ-1'`.execute(shop.db)
      await tappet('--undo', numberIn(done.stdout))
      return rows[0]?.name
    }
    expect(await read(content)).toBe('Škoda řemen')
    expect(await read(text)).toBe('Škoda řemen')
  })

  it('shows which attributes it would add, where it is to add them', async () => {
    const file = await fileWith(
      'part_number,price,category,attribute:Bore (mm)\nAT-1,5,Bearings,8\nAT-2,5,Bearings,9\n',
    )
    const words = [file, '--create-parts', '--create-categories', '--dry-run']
    const line = '  Bearings: Bore (mm), number, of 2 parts'
    expect((await tappet(...words)).stdout).not.toContain(line)
    expect((await tappet(...words, '--create-attributes')).stdout).toContain(`Attributes that are added:\n${line}`)
  })

  it('converts such a list by the rate that was said, and by another where that is said now', async () => {
    const list = await fileWith('Nr;Preis EUR\nAB-2;10,00\n', 'euros.csv')
    const columns = [
      { head: 'Nr', column: 'part_number' },
      { head: 'Preis EUR', column: 'price' },
    ]
    const currency = { code: 'eur', rate: '1.08', saidOn: '2026-03-31' }
    const more = { source: 'Euros', mapping: { columns, currency }, createParts: true }
    const staff = await createPerson(shop, 'admin')
    await sendList(staff, { name: 'euros.csv', content: await readFile(list, 'utf8') }, more)
    const price = async () =>
      (await sql<{ price: number }>`select price from tool where part_number = 'AB-2'`.execute(shop.db)).rows[0]?.price
    const read = await tappet(list, '--source', 'Euros', '--as-before', '--yes')
    expect(read).toMatchObject({ status: 0, stderr: '' })
    expect(read.stdout).toContain('Prices are converted from EUR: 1 EUR = 1.08 USD, as said on 2026-03-31.')
    expect(await price()).toBe(1080)
    const anew = await tappet(list, '--source', 'Euros', '--as-before', '--rate', '1.1', '--yes')
    const today = dayIn(new Date(), 'UTC')
    expect(anew.stdout).toContain(`Prices are converted from EUR: 1 EUR = 1.1 USD, as said on ${today}.`)
    expect(await price()).toBe(1100)
    for (const { stdout } of [anew, read]) await tappet('--undo', numberIn(stdout))

    const wrong = async (...words: string[]) => (await tappet(list, ...words)).stderr
    expect(await wrong('--source', 'Euros', '--as-before', '--rate', '1,1')).toContain('--rate is a number above 0')
    expect(await wrong('--source', 'Euros', '--rate', '1.1')).toContain('--rate is for a list in another currency')
  })

  it('ends with 2 when rows were refused, and writes why into a file', async () => {
    const file = await partsFile('Acme,C-1,Disc,10.00,5', 'Acme,C-9,Nothing,free,1', 'Acme,C-8,"=1+1",,1')
    const list = join(shop.dataDir, 'problems.csv')
    const done = await tappet(file, '--create-parts', '--yes', '--problems', list)
    expect(done).toMatchObject({ status: 2, stderr: '' })
    expect(done.stdout).toContain('2 problems')
    const lines = (await readFile(list, 'utf8')).trimEnd().split('\r\n')
    expect(lines[0]).toBe('\ufefffile,line,record,field,code,value,rows,hint,kind')
    expect(lines.slice(1)).toEqual([
      expect.stringMatching(/^parts\.csv,3,2,price,price-malformed,free,1,"?Use an amount above 0/),
      expect.stringMatching(
        /^parts\.csv,4,3,price,price-missing,.*,1,A part that is new to the shop needs a price\.,problem$/,
      ),
    ])
    const { rows } = await sql`select part_number from tool where archived_at is null`.execute(shop.db)
    expect(rows).toEqual([{ part_number: 'C-1' }])
  })

  it('says which row of a part counts, and what becomes of parts that are listed no more', async () => {
    const first = await partsFile('Acme,U-1,Disc,10.00,5', 'Acme,U-1,Disc,11.00,5', 'Acme,U-2,Drum,12.00,3')
    const done = await tappet(first, '--create-parts', '--yes', '--twice', 'last')
    expect(done).toMatchObject({ status: 2, stderr: '' })
    const next = await partsFile('Acme,U-1,Disc,11.00,5')
    const gone = await tappet(next, '--unlisted', 'out-of-stock', '--allow-removal', '--yes')
    expect(gone).toMatchObject({ status: 0, stderr: '' })
    const { rows } =
      await sql`select part_number, price, on_hand from tool where part_number like 'U-%' order by 1`.execute(shop.db)
    expect(rows).toEqual([
      { part_number: 'U-1', price: 1100, on_hand: 5 },
      { part_number: 'U-2', price: 1200, on_hand: 0 },
    ])
    for (const number of [gone, done].map(({ stdout }) => numberIn(stdout))) await tappet('--undo', number)
    expect(await tappet(next, '--unlisted', 'sold')).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('--unlisted is one of out-of-stock, archived.'),
    })
  })

  it('says that nothing goes in where every row was refused, and ends with 1', async () => {
    const before = await catalogue()
    const refused = await tappet(await partsFile('Acme,C-7,Nothing,free,1'), '--create-parts', '--yes')
    expect(refused).toMatchObject({ status: 1, stderr: '' })
    expect(refused.stdout).toContain('Nothing goes in: every row was refused or left out.')
    expect(refused.stdout).not.toContain('is in the shop')
    expect(await catalogue()).toEqual(before)
  })

  it('stops where a full file would take out too much, and goes on only when that is allowed', long, async () => {
    const parts = await partsFile('Acme,C-1,Disc,10.00,5')
    expect(await tappet(parts, '--create-parts', '--yes')).toMatchObject({ status: 0 })
    expect(await tappet(await fitsFile('2001-2010'), '--source', 'fits', '--yes')).toMatchObject({ status: 0 })
    const before = await catalogue()
    const stopped = await tappet(await fitsFile('2001-2004'), '--source', 'fits', '--full', '--yes')
    expect(stopped.status).toBe(1)
    expect(stopped.stdout).toContain(
      'This removes 6 of the 10 rows that this source has in the shop, more than 20 percent.',
    )
    const number = numberIn(stopped.stdout)
    expect(stopped.stdout).toContain(`npm run tappet -- import --commit ${number} --allow-removal --yes`)
    expect(await catalogue()).toEqual(before)
    // A yes to the commit is none to what it takes away.
    expect(await tappet('--commit', number, '--yes')).toMatchObject({ status: 1 })
    expect(await catalogue()).toEqual(before)
    expect(await tappet('--commit', number, '--allow-removal', '--yes')).toMatchObject({ status: 0 })
    expect((await sql`select from fitment`.execute(shop.db)).rows).toHaveLength(4)
  })

  it('stops where prices leap, and goes on only when that is allowed', async () => {
    const prices = (price: string) => partsFile(`Acme,L-1,Disc,${price},5`)
    await tappet(await prices('10.00'), '--create-parts', '--yes', '--source', 'leaping')
    const stopped = await tappet(await prices('1000.00'), '--yes', '--source', 'leaping')
    expect(stopped.status).toBe(1)
    expect(stopped.stdout).toContain('One price becomes at least 5 times what it is, or at most 1/5 of it.')
    const number = numberIn(stopped.stdout)
    expect(stopped.stdout).toContain(`npm run tappet -- import --commit ${number} --allow-prices --yes`)
    expect(await tappet('--commit', number, '--allow-removal', '--yes')).toMatchObject({ status: 1 })
    expect(await tappet('--commit', number, '--allow-prices', '--yes')).toMatchObject({ status: 0 })
    const { rows } = await sql`select price from tool where part_number = 'L-1'`.execute(shop.db)
    expect(rows).toEqual([{ price: 100_000 }])
  })

  it('keeps the old prices where they leap when that is asked for, and says of how many parts', async () => {
    await tappet(await partsFile('Acme,LK-1,Disc,10.00,5', 'Acme,LK-2,Disc,10.00,5'), '--create-parts', '--yes')
    const next = await partsFile('Acme,LK-1,Disc,1000.00,5', 'Acme,LK-2,Disc,12.00,5')
    expect(await tappet(next, '--allow-prices', '--keep-prices', '--yes')).toMatchObject({
      status: 1,
      stderr: 'Say --allow-prices or --keep-prices, not both.\n',
    })
    const stopped = await tappet(next, '--yes')
    expect(stopped).toMatchObject({ status: 1, stdout: expect.stringContaining('--keep-prices in place of') })
    const done = await tappet('--commit', numberIn(stopped.stdout), '--keep-prices', '--yes')
    expect(done).toMatchObject({ status: 0, stdout: expect.stringContaining('One part keeps its old price') })
    const { rows } = await sql`select price from tool where part_number like 'LK-%' order by part_number`.execute(
      shop.db,
    )
    expect(rows).toEqual([{ price: 1000 }, { price: 1200 }])
  })

  it('says in a sentence what is wrong with a file or with its words, and changes nothing', async () => {
    const before = await catalogue()
    const doctype = await fileWith('<!DOCTYPE ACES><ACES/>', 'bad.xml')
    expect(await tappet(doctype, '--yes')).toMatchObject({
      status: 1,
      stdout: expect.stringContaining('bad.xml, line 1: Catalogue files have no document type and no entities.'),
    })
    const wrong: [string[], RegExp][] = [
      [['/no/such/file.csv'], /^There is no file \/no\/such\/file\.csv\. Check its name\.\n$/],
      [[], /^Say which files to import\. See: npm run tappet -- --help\n$/],
      [['--undo', 'last'], /^"last" is no number of an import\..*\n$/],
      [[doctype, '--ful'], /--ful/],
    ]
    await Promise.all(
      wrong.map(async ([words, sentence]) => {
        const { status, stderr } = await tappet(...words)
        expect({ words, status }).toEqual({ words, status: 1 })
        expect(stderr).toMatch(sentence)
        expect(stderr).not.toContain('    at ')
      }),
    )
    expect(await catalogue()).toEqual(before)
  })
})
