import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { eventually } from '#test/eventually'
import { createTool, visitor } from '#test/factories'
import { type TestShop, startTestShop } from '#test/harness'

let shop: TestShop
let tool: string

beforeAll(async () => {
  shop = await startTestShop()
  tool = await createTool(shop, { name: 'Øring Schlüssel Żółty ブレーキパッド ผ้าเบรก' })
  // Near in sign and letter, and not what is asked for.
  await createTool(shop, { name: 'Ring spanner フレーム キー บาร์เก' })
  await sql`insert into brand (id, name) values (gen_random_uuid(), 'Mølgård')`.execute(shop.db)
  await sql`update tool set brand_id = (select id from brand where name = 'Mølgård') where id = ${tool}`.execute(
    shop.db,
  )
  await eventually(
    () => findIds('molgard'),
    ids => ids.length > 0,
  )
})
afterAll(() => shop.close())

/** By the very words: what is found as a slip of the hand would hide that they are not known. */
async function findIds(q: string): Promise<string[]> {
  const { body } = await visitor(shop).call('GET', `/search?asTyped=true&q=${encodeURIComponent(q)}`)
  return body.tools.map(({ _id }: { _id: string }) => _id)
}

it.each([
  'oring',
  'oering',
  'øring',
  'schluessel',
  'schlussel',
  'SCHLÜSSEL',
  'zolty',
  'Żółty',
  'ブレーキ',
  'ﾌﾞﾚｰｷ',
  'パッド',
  'เบรก',
  'ผ้า',
  'molgard',
  'moelgaard',
  'Mølgård schluessel ブレーキ เบรก',
])('a tool named in letters of many languages is found by %s', async q => {
  expect(await findIds(q)).toEqual([tool])
})

it.each(['schlü', 'schlue', 'schlu', 'oeri', 'ブレー', 'เบร'])('and by a word that is half typed: %s', async q => {
  expect(await findIds(q)).toEqual([tool])
})
