import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dropFile } from '#platform/files/waiting'
import { type Person, createPerson, createTool } from '#test/factories'
import { type TestShop, startTestShop } from '#test/harness'
import { sendFile } from '#test/files/prices'
import { careForFiles, workOnFile } from './jobs.server.ts'

/** It leaves its jobs to others, so that a test does them itself. */
let shop: TestShop
let staff: Person
beforeAll(async () => {
  shop = await startTestShop({ environment: { ROLE: 'web' } })
  staff = await createPerson(shop, 'manager')
  for (const number of ['JOB-1', 'JOB-2']) {
    await sql`update tool set part_number = ${number} where id = ${await createTool(shop)}`.execute(shop.db)
  }
})
afterAll(() => shop.close())

let made = 0
async function newList(): Promise<string> {
  const { body } = await staff.call('POST', '/price-lists', {
    name: `Job ${++made}`,
    gross: false,
    audience: 'everyone',
  })
  return body.insertedId
}
async function sent(list: string, csv = 'part_number,price\nJOB-1,10\nJOB-2,20\n'): Promise<string> {
  const { status, body } = await sendFile(staff, { list, csv })
  expect({ status, state: body.state, readShare: body.readShare }).toEqual({
    status: 200,
    state: 'reading',
    readShare: 0,
  })
  return body._id
}
const work = (id: string) => workOnFile(shop.system, id)
const commit = (id: string) => staff.call('POST', `/price-files/${id}/commit`)
const undo = (id: string) => staff.call('POST', `/price-files/${id}/undo`)
type Shown = { _id: string; state: string; failure: string | null }
const filesOf = async (list: string): Promise<Shown[]> => (await staff.call('GET', `/price-lists/${list}/files`)).body
const statesOf = async (list: string) => (await filesOf(list)).map(({ _id, state }) => [_id, state])
const priceOf = async (list: string) =>
  (await staff.call('GET', `/price-lists/${list}/entries`)).body.map((entry: { tiers: { price: number }[] }) =>
    entry.tiers.map(({ price }) => price).join(),
  )
const count = async (from: string) =>
  (await shop.pool.query<{ n: number }>(`select count(*)::integer as n from ${from}`)).rows[0]?.n
const nothingLeft = async () => expect([await count('waiting_file'), await count('price_file_row')]).toEqual([0, 0])

describe('a file of prices in the hands of a job', () => {
  it('is read, taken in and taken back, each once, by two processes at once and again', async () => {
    const list = await newList()
    const id = await sent(list)
    await Promise.all([work(id), work(id)])
    expect(await filesOf(list)).toMatchObject([{ _id: id, state: 'planned', readShare: 1, rows: 2, added: 2 }])
    await nothingLeft()
    expect((await Promise.all([commit(id), commit(id)])).map(({ body }) => body.state)).toEqual([
      'committing',
      'committing',
    ])
    expect(await priceOf(list)).toEqual([])
    await Promise.all([work(id), work(id)])
    await work(id)
    expect((await priceOf(list)).toSorted()).toEqual(['10', '20'])
    expect((await commit(id)).body.state).toBe('committed')
    expect((await Promise.all([undo(id), undo(id)])).map(({ body }) => body.state)).toEqual(['undoing', 'undoing'])
    await Promise.all([work(id), work(id)])
    expect(await priceOf(list)).toEqual([])
    expect(await filesOf(list)).toMatchObject([{ state: 'undone', leftAlone: 0 }])
    const { rows } = await sql<{ action: string }>`
      select action from audit where after ->> 'file' = ${id} order by id`.execute(shop.db)
    expect(rows.map(({ action }) => action)).toEqual(['price-list.imported', 'price-list.import-undone'])
    const { rows: jobs } =
      await sql`select from pgboss.job where name = 'price-files' and data ->> 'id' = ${id}`.execute(shop.db)
    expect(jobs).toHaveLength(3)
  })

  it('is answered for at once while another has the list in hand', async () => {
    const list = await newList()
    const id = await sent(list)
    await work(id)
    await shop.system.db.transaction().execute(async holder => {
      await sql`select from price_list where id = ${list} for update`.execute(holder)
      expect((await commit(id)).body.state).toBe('committing')
      expect((await commit(id)).body.state).toBe('committing')
      expect((await undo(id)).body.code).toBe('price-file-not-ready')
    })
    await work(id)
    expect((await filesOf(list))[0]).toMatchObject({ state: 'committed' })
  })

  it.each([
    ['brand,price\nX,1', 'It needs part_number and price'],
    ['part_number,price', 'This file has no rows below the names of its columns.'],
    ['part_number,price\nJOB-1,1.500', 'can be read in two ways'],
    ['part_number,price\nJOB-\u00cf\u00f0\u00e8\u00e2\u00e5\u00f2,1', ''],
  ])('that cannot be read, %j, says why, and leaves what was looked at before', async (csv, sentence) => {
    const list = await newList()
    const good = await sent(list)
    await work(good)
    const bytes = sentence ? csv : Buffer.from(csv, 'latin1')
    const id = (await sendFile(staff, { list, csv: bytes })).body._id
    await work(id)
    const [failed] = await filesOf(list)
    expect(failed).toMatchObject({ _id: id, state: 'failed' })
    expect(failed?.failure).toContain(sentence || 'Say its encoding, or save it as UTF-8')
    await nothingLeft()
    expect(await statesOf(list)).toEqual([
      [id, 'failed'],
      [good, 'planned'],
    ])
    expect((await commit(id)).body.code).toBe('price-file-not-ready')
    await commit(good)
    await work(good)
    expect((await priceOf(list)).toSorted()).toEqual(['10', '20'])
  })

  it('gives way to one that was sent after it, whichever is read first', async () => {
    const list = await newList()
    const [first, second, third] = [await sent(list), await sent(list), await sent(list)]
    await work(second)
    await work(first)
    expect(await statesOf(list)).toEqual([
      [third, 'reading'],
      [second, 'planned'],
    ])
    await work(third)
    expect(await statesOf(list)).toEqual([[third, 'planned']])
    await nothingLeft()
  })

  it('of a process whose clock is ahead gives way to one that was sent after it, too', async () => {
    const list = await newList()
    const first = await sent(list)
    const ahead = `ffffffff-ffff-7${first.slice(15)}`
    await sql`
      with file as (update waiting_file set id = ${ahead} where id = ${first}),
        pieces as (update waiting_file_piece set file_id = ${ahead} where file_id = ${first})
      update price_file set id = ${ahead} where id = ${first}`.execute(shop.db)
    const second = await sent(list)
    expect(await statesOf(list)).toEqual([
      [second, 'reading'],
      [ahead, 'reading'],
    ])
    await work(ahead)
    await work(second)
    expect(await statesOf(list)).toEqual([[second, 'planned']])
    await nothingLeft()
  })

  it('whose reading dies half-way goes on behind the last row that was read', async () => {
    const list = await newList()
    const lines = Array.from({ length: 12_000 }, (_, n) => (n === 0 ? 'JOB-1,10' : `NONE-${n},1`))
    const id = await sent(list, `part_number,price\n${lines.join('\n')}\n`)
    await sql`alter table price_file_row add constraint no_more check (line < 9000) not valid`.execute(shop.db)
    await expect(work(id)).rejects.toThrow('no_more')
    await sql`alter table price_file_row drop constraint no_more`.execute(shop.db)
    expect(await count('price_file_row')).toBe(5000)
    const [half] = (await filesOf(list)) as (Shown & { readShare: number })[]
    expect(half?.state).toBe('reading')
    expect(half?.readShare).toBeGreaterThan(0)
    // Not those that were read: they would break this.
    await sql`alter table price_file_row add constraint once check (line > 5001) not valid`.execute(shop.db)
    await work(id)
    await sql`alter table price_file_row drop constraint once`.execute(shop.db)
    expect(await filesOf(list)).toMatchObject([{ state: 'planned', rows: 12_000, added: 1, refused: 11_999 }])
    await nothingLeft()
  })

  it('that died after its plan was made, before it was shown, is planned again, and the same', async () => {
    const list = await newList()
    const id = await sent(list)
    await sql`alter table price_file add constraint no_plan check (state <> 'planned') not valid`.execute(shop.db)
    await expect(work(id)).rejects.toThrow('no_plan')
    await sql`alter table price_file drop constraint no_plan`.execute(shop.db)
    expect(await count(`price_file_entry where file_id = '${id}'`)).toBe(2)
    await work(id)
    expect(await filesOf(list)).toMatchObject([{ state: 'planned', added: 2 }])
    await nothingLeft()
  })

  it('that a restored database does not have says so; a list that is gone takes nothing', async () => {
    const list = await newList()
    const id = await sent(list)
    await dropFile(shop.system, id)
    await work(id)
    expect(await filesOf(list)).toMatchObject([
      { state: 'failed', failure: 'This file is not there any more. Send it again.' },
    ])
    const other = await newList()
    const late = await sent(other)
    await work(late)
    await commit(late)
    await staff.call('DELETE', `/price-lists/${other}`)
    await work(late)
    await staff.call('POST', `/price-lists/${other}/restored`)
    expect(await filesOf(other)).toMatchObject([{ state: 'failed', failure: expect.stringContaining('price list') }])
    expect(await priceOf(other)).toEqual([])
  })

  it('whose job was lost is taken up again after an hour', async () => {
    const list = await newList()
    const id = await sent(list)
    await sql`delete from pgboss.job where name = 'price-files'`.execute(shop.db)
    const jobs = async () => count("pgboss.job where name = 'price-files'")
    await careForFiles(shop.system)
    expect(await jobs()).toBe(0)
    shop.passTime(3600_001)
    await careForFiles(shop.system)
    expect(await jobs()).toBeGreaterThan(0)
    await work(id)
    expect(await count(`price_file where id = '${id}' and state = 'planned'`)).toBe(1)
  })
})
