import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Person, createPerson } from '../factories.ts'
import { type TestShop, startTestShop } from '../harness.ts'
import { matrixRows } from './table.ts'

/** What jobs do in steps, by the calls that ask for one. */
const asking = {
  tool_edit: ['POST /toolEdits', 'POST /toolEdits/:id/commit', 'POST /toolEdits/:id/undo'],
  picture_batch: ['POST /pictureBatches', 'POST /pictureBatches/:id/commit', 'POST /pictureBatches/:id/undo'],
  price_file: ['POST /price-lists/:id/files', 'POST /price-files/:id/commit', 'POST /price-files/:id/undo'],
  import: ['POST /imports/:id/commit', 'POST /imports/:id/undo'],
}

let shop: TestShop
let admin: Person
let other: Person
beforeAll(async () => {
  shop = await startTestShop()
  ;[admin, other] = [await createPerson(shop, 'admin'), await createPerson(shop, 'admin')]
  await sql`create table written (by uuid, is_new boolean, in_transaction xid8 default pg_current_xact_id())`.execute(
    shop.db,
  )
  await sql`
    create function note_writing() returns trigger language plpgsql as $$
    begin
      insert into written values (new.asked_actor_id, new.asked_actor_id is distinct from (to_jsonb(old) ->> 'asked_actor_id')::uuid);
      return null;
    end $$`.execute(shop.db)
  for (const table of Object.keys(asking)) {
    await sql`
      create trigger is_written after insert or update on ${sql.table(table)}
      for each row execute function note_writing()`.execute(shop.db)
  }
})
afterAll(() => shop.close())

const rows = matrixRows(() => ({ shop, admin, people: () => [admin, other] }))

it.each(Object.values(asking).flat())(
  '%s writes down who asks as it does what they ask, in one statement',
  async call => {
    const sample = await rows[call]?.sample(admin, admin)
    if (!sample) throw new Error(`no row says how to make ${call}`)
    await sql`delete from written`.execute(shop.db)
    const answer = await other.call(call.split(' ')[0] ?? '', sample.path, sample.body, sample.headers)
    expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 200 })
    // Jobs of the calls before may write at the same time; whoever asks is new to the row.
    const { rows: written } = await sql<{ times: number; by: string }>`
    select count(*)::integer as times, max(by::text) as by from written
    where in_transaction in (select in_transaction from written where is_new)`.execute(shop.db)
    expect(written).toEqual([{ times: 1, by: other.accountId }])
  },
)
