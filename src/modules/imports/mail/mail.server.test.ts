import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Person, createPerson } from '#test/factories'
import { eventually } from '#test/eventually'
import { type TestShop, startTestShop } from '#test/harness'
import { fileWith, importerOf, stageFiles } from '#test/files/imports'
import { type Importer, beginImport, stageImport } from '../preview/stage.server.ts'
import { drainImportMail } from './mail.server.ts'
import { readImport } from '../row.server.ts'
import { cancelImport } from '../commit/commit.server.ts'
import { dropStaging } from '../staging/staging.server.ts'
import { tidyImports } from '../tidy.server.ts'

let shop: TestShop
let importer: Importer
let owner: Person
let keeper: Person
let packer: Person

beforeAll(async () => {
  shop = await startTestShop()
  importer = importerOf(shop)
  owner = await createPerson(shop, 'admin')
  keeper = await createPerson(shop, 'catalogue')
  packer = await createPerson(shop, 'warehouse')
})
afterAll(() => shop.close())

const good = 'brand,part_number,price,stock\nKestrel,G-1,10.00,5'
const partly = `${good}\nKestrel,G-2,free,5\nKestrel,G-3,10.00,many`

/** Reads a file for somebody, as the page has it read; whose is nobody’s where a command does. */
async function readFor(person: Person | undefined, content: string, name = 'file.csv') {
  const actor = person ? { kind: 'admin' as const, id: person.accountId } : shop.system.actor
  const own = { ...importer, ctx: { ...importer.ctx, actor } }
  const row = await stageFiles(own, [await fileWith(content, name)], { createParts: true })
  return { id: row.id, number: row.number, state: row.state }
}

const head = {
  letterhead: { name: 'Tappet', logoUrl: undefined, wordsFor: () => undefined },
  publicUrl: () => 'https://shop.example',
}
type Mail = { to: string; subject: string; text: string }

/** The mails about an import; by a mail server’s queue, which they reach all at once. */
async function mailsOf({ number }: { number: number }): Promise<Mail[]> {
  await Promise.all(Array.from({ length: 4 }, () => drainImportMail(shop.system, head)))
  // The shop's own run may still hold some.
  await eventually(
    async () => (await sql`select from import_mail where queued_at is null`.execute(shop.db)).rows.length,
    count => count === 0,
  )
  const { rows } = await sql<Mail>`
    select data ->> 'to' as to, data ->> 'subject' as subject, data ->> 'text' as text from pgboss.job
    where name = 'mail' and data ->> 'subject' ~ ${`^Import ${number}\\M`} order by created_on, 1`.execute(shop.db)
  return rows
}
const heads = (mails: Mail[]) => mails.map(({ to, subject }) => ({ to, subject }))

it('an import that refused rows is told to whoever began it, once, with the way to its page', async () => {
  const row = await readFor(keeper, partly.replace('stock', 'stock,Shade'))
  expect(row.state).toBe('staged')
  const mails = await mailsOf(row)
  expect(heads(mails)).toEqual([{ to: keeper.email, subject: `Import ${row.number}: 2 rows refused` }])
  expect(mails[0]?.text).toContain('Rows refused: 2\nOther rows: 1\nProblems: 2\nNotes: 1\n')
  expect(mails[0]?.text).toContain(`/dashboard/imports/${row.id}\n`)
  expect(await mailsOf(row)).toHaveLength(1)
})

it('of which nothing was refused nobody hears', async () => {
  expect(await mailsOf(await readFor(keeper, good))).toEqual([])
})

it('that failed is told with the reason; of a colleague’s or a command’s, to who wishes to hear of it', async () => {
  const spreadsheet = 'PK\u0003\u0004 no catalogue'
  const unheard = await readFor(undefined, spreadsheet)
  expect(unheard.state).toBe('failed')
  expect(await mailsOf(unheard)).toEqual([])
  await owner.call('PUT', '/account/mails', { mails: { 'other-import': true } })
  expect(await packer.call('PUT', '/account/mails', { mails: { 'other-import': true } })).toMatchObject({ status: 403 })
  const ofCommand = await readFor(undefined, spreadsheet)
  const mails = await mailsOf(ofCommand)
  expect(heads(mails)).toEqual([{ to: owner.email, subject: `Import ${ofCommand.number} failed` }])
  const { failure } = await readImport(shop.system, { id: ofCommand.id })
  expect(mails[0]?.text).toContain(failure)
  const ofColleague = await readFor(keeper, spreadsheet)
  expect((await mailsOf(ofColleague)).map(({ to }) => to).toSorted()).toEqual([keeper.email, owner.email].toSorted())
  await owner.call('PUT', '/account/mails', { mails: { 'other-import': false } })
})

it('is told to nobody who has lost the permission before it is sent', async () => {
  const gone = await createPerson(shop, 'catalogue')
  const row = await readFor(gone, partly)
  await sql`update account set role = 'warehouse' where id = ${gone.accountId}`.execute(shop.db)
  expect(await mailsOf(row)).toEqual([])
})

it('a trial run of the command, thrown away again, is told to nobody', async () => {
  const row = await readFor(keeper, partly)
  await cancelImport(shop.system, row.id)
  expect(await mailsOf(row)).toEqual([])
})

it('whose process died is told once it is found dead', async () => {
  const actor = { kind: 'admin' as const, id: keeper.accountId }
  const path = await fileWith(good)
  const files = [{ name: 'file.csv', path, bytes: good.length }]
  const ctx = { ...shop.system, actor }
  const begun = await beginImport(ctx, { files, options: {}, source: 'dead', origin: 'command' })
  expect(await tidyImports(shop.system)).toBe(1)
  expect(await tidyImports(shop.system)).toBe(0)
  expect(heads(await mailsOf(begun))).toEqual([{ to: keeper.email, subject: `Import ${begun.number} failed` }])
  // It is over: reading it late changes and tells nothing more.
  expect(await stageImport(importer, begun.id)).toBe(true)
  expect(await mailsOf(begun)).toHaveLength(1)
})

it('whose commit was asked for and not done is told, and again when it is asked for again', async () => {
  const row = await readFor(keeper, 'brand,part_number,price,stock\nKestrel,S-1,10.00,5')
  await dropStaging(shop.system, row.number)
  const ask = async () => {
    await owner.call('POST', `/imports/${row.id}/commit`, {})
    await eventually(
      () => readImport(shop.system, { id: row.id }),
      ({ asked: act }) => act === null,
    )
  }
  await ask()
  const mails = await mailsOf(row)
  expect(heads(mails)).toEqual([{ to: keeper.email, subject: `Import ${row.number} could not be done` }])
  expect(mails[0]?.text).toContain((await readImport(shop.system, { id: row.id })).failure)
  await ask()
  expect(await mailsOf(row)).toHaveLength(2)
})
