import { sql } from 'kysely'
import { isPriceFileWorking } from '#rules/pricing'
import { eventually } from '../eventually.ts'
import { type Answer, type Person, createTool } from '../factories.ts'
import type { TestShop } from '../harness.ts'

/** A tool that a row of a file can name, with a brand or without. */
export async function createNumberedTool(
  shop: Pick<TestShop, 'db'>,
  partNumber: string,
  brand?: string,
): Promise<string> {
  const tool = await createTool(shop, { price: 2500 })
  if (!brand) {
    await sql`update tool set part_number = ${partNumber} where id = ${tool}`.execute(shop.db)
    return tool
  }
  await sql`
    with made as (insert into brand (id, name) values (gen_random_uuid(), ${brand}) on conflict do nothing returning id)
    update tool set part_number = ${partNumber},
      brand_id = coalesce((select id from made), (select id from brand where name = ${brand})) where id = ${tool}`.execute(
    shop.db,
  )
  return tool
}

/** Sends a file of prices for a list; a job reads it. */
export function sendFile(staff: Person, { list, csv, query = '' }: { list: string; csv: BlobPart; query?: string }) {
  const form = new FormData()
  form.set('prices', new Blob([csv]), 'prices.csv')
  return staff.call('POST', `/price-lists/${list}/files?name=prices.csv${query}`, form)
}

/** What became of a file when no job has it in hand any more; what was refused stays as it is. */
export async function restedFile(staff: Person, answer: Pick<Answer, 'status' | 'body'>) {
  if (answer.status !== 200) return answer
  const { _id: id, listId } = answer.body
  const read = async () =>
    (await staff.call('GET', `/price-lists/${listId}/files`)).body.find((file: { _id: string }) => file._id === id)
  const body = await eventually(read, file => !file || !isPriceFileWorking(file.state), 60_000)
  return { status: 200, body }
}
