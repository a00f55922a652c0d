import { sql } from 'kysely'
import { type Person, visitor } from '#test/factories'
import type { TestShop } from '#test/harness'
import { fileWith, importFiles, importerOf } from './imports.ts'

/** A shop and a member of its staff who may do all. */
export type Entered = { shop: TestShop; staff: Person }

let made = 0

/** Each door that takes part numbers: the id of the part that it takes one for; undefined where it asks or refuses. */
const doors = {
  async 'a quick order'({ shop }: Entered, typed: string): Promise<string | undefined> {
    const { body } = await visitor(shop).call('POST', '/order-pad', { rows: [{ number: typed, quantity: 1 }] })
    return body.added[0]?.tools_id
  },
  async 'a file of prices'({ staff }: Entered, typed: string): Promise<string | undefined> {
    const fields = { name: `List ${++made}`, gross: false, audience: 'everyone' }
    const list = (await staff.call('POST', '/price-lists', fields)).body.insertedId
    const form = new FormData()
    form.set('prices', new Blob([`part_number;price\n"${typed}";5\n`]), 'prices.csv')
    await staff.call('POST', `/price-lists/${list}/file`, form)
    const { body } = await staff.call('GET', `/price-lists/${list}/entries`)
    return body[0]?.tool._id
  },
  async 'a stock take'({ staff }: Entered, typed: string): Promise<string | undefined> {
    const take = (await staff.call('POST', '/stockTakes', { note: 'Shelf 1' })).body.insertedId
    const counts = [{ partNumber: typed, counted: 4 }]
    const { body } = await staff.call('POST', `/stockTakes/${take}/counts`, { counts })
    return body.counted[0]?.tool._id
  },
  async 'an import'({ shop }: Entered, typed: string): Promise<string | undefined> {
    const price = `${++made}.25`
    const file = await fileWith(`part_number;price\n"${typed}";${price}\n`)
    // Nothing goes in where the only row is refused.
    await importFiles(importerOf(shop), [file], { leaps: 1 })
    const { rows } = await sql<{ id: string }>`select id from tool where price = ${made * 100 + 25}`.execute(shop.db)
    return rows[0]?.id
  },
}

export const doorNames = Object.keys(doors) as (keyof typeof doors)[]

export const takeAt = (door: keyof typeof doors, entered: Entered, typed: string): Promise<string | undefined> =>
  doors[door](entered, typed)
