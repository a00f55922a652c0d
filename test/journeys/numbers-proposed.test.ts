import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Person, createPerson, visitor } from '#test/factories'
import { doorNames, takeAllAt } from '#test/files/number-doors'
import { createNumberedTool } from '#test/files/prices'
import { type TestShop, startTestShop } from '#test/harness'

/** The part with each number of its own; beside them numbers of trade items. */
const numbers = ['BM-88', 'ВМ-99', 'CV 455.11', 'M10', '0 986 494 096', 'TI-1', 'TI-2', '47110'] as const
const gtins = new Map([
  ['TI-1', '00042100005264'],
  ['TI-2', '04006381333931'],
])

let shop: TestShop
let staff: Person
const tools = new Map<string, string>()

beforeAll(async () => {
  shop = await startTestShop()
  staff = await createPerson(shop, 'admin')
  const source = sql`insert into data_source (name, dated) values ('Test file', '2026-10-01') returning id`
  const { rows } = await sql<{ id: number }>`${source}`.execute(shop.db)
  for (const number of numbers) {
    const tool = await createNumberedTool(shop, number)
    tools.set(tool, number)
    const gtin = gtins.get(number)
    if (gtin === undefined) continue
    await sql`insert into part_number (tool_ordinal, kind, value, source_id)
      select ordinal, 'gtin', ${gtin}, ${rows[0]?.id} from tool where id = ${tool}`.execute(shop.db)
  }
})
afterAll(() => shop.close())

/** What a quick order makes of a row: what it takes or proposes, how many, and why it asks. */
async function order(number: string, quantity: unknown = 3) {
  const { status, body } = await visitor(shop).call('POST', '/order-pad', { rows: [{ number, quantity }] })
  expect(status).toBe(200)
  const [taken] = body.added
  if (taken) return { taken: tools.get(taken.tools_id), quantity: taken.quantity }
  const [asked] = body.choose
  if (!asked) return { refused: body.refused[0].code }
  const offers = asked.offers.map((offer: { tools_id: string }) => tools.get(offer.tools_id))
  return { why: asked.why, offers, quantity: asked.quantity }
}

describe('a quick order', () => {
  it.each([
    ['letters that look like the part’s', 'ВМ-88', 'BM-88'],
    ['Greek ones', 'ΒΜ 88', 'BM-88'],
    ['the letters that the part’s look like', 'bm99', 'ВМ-99'],
    ['digits without their letters', '45511', 'CV 455.11'],
    ['a trade item’s number without its zeros', '42100005264', 'TI-1'],
    ['its short form without its zero', '4252614', 'TI-1'],
  ])('proposes by %s', async (_, typed, number) => {
    expect(await order(typed)).toEqual({ why: 'number-unclear', offers: [number], quantity: 3 })
  })

  it.each([
    ['4006381333931', 'TI-2'],
    ['04006381333931', 'TI-2'],
    ['(01)04006381333931(17)270531(10)A7', 'TI-2'],
    [']C10104006381333931', 'TI-2'],
    [']d201040063813339311727053110A7\u001d21S-9', 'TI-2'],
    ['042100005264', 'TI-1'],
    ['04252614', 'TI-1'],
    ['BM−88', 'BM-88'],
    ['ＢＭー８８', 'BM-88'],
    ['BM\u200b\u00a088', 'BM-88'],
  ])('takes %j', async (typed, number) => expect(await order(typed)).toEqual({ taken: number, quantity: 3 }))

  it.each(['00000000', '000000000000', '4006381333930', '(01)04006381333930', '455'])(
    'knows nothing of %s',
    async typed => {
      expect(await order(typed)).toEqual({ refused: 'number-unknown' })
    },
  )

  it.each([
    ['8 x BM-88', 'BM-88', 8],
    ['8 × 0 986 494 096', '0 986 494 096', 8],
    ['BM-88 × 8 pcs', 'BM-88', 8],
    ['BM-88 8 Stk', 'BM-88', 8],
    ['1,000 pcs BM-88', 'BM-88', 1000],
  ])('reads number and quantity in %j', async (typed, number, quantity) => {
    const read = await order(typed, '')
    expect(read).toMatchObject({ quantity })
    expect([read.taken, ...(read.offers ?? [])]).toContain(number)
  })

  it.each([
    ['BM-88 8', 'BM-88', 8],
    ['M10 x 50', 'M10', 50],
    ['0 986 494 096 4', '0 986 494 096', 4],
  ])('asks whether %j is a number and a quantity', async (typed, number, quantity) => {
    expect(await order(typed, '')).toEqual({ why: 'quantity-in-number', offers: [number], quantity })
  })

  it('takes a number that is known whole for no number and a quantity', async () => {
    expect(await order('0 986 494 096', '')).toEqual({ refused: 'quantity-missing' })
    expect(await order('4711 0', '')).toEqual({ refused: 'quantity-missing' })
    expect(await order('1.000 x BM-88', '')).toEqual({ refused: 'quantity-unclear' })
    expect(await order('BM-88 8', 2)).toEqual({ refused: 'number-unknown' })
  })

  it('says what an unclear quantity can mean', async () => {
    const { body } = await visitor(shop).call('POST', '/order-pad', { rows: [{ number: 'BM-88', quantity: '1.000' }] })
    expect(body.refused[0].message).toBe('1.000 can mean 1 or 1000. Type the one that you mean.')
  })
})

describe('a search', () => {
  const search = async (q: string) => {
    const { body } = await visitor(shop).call('GET', `/search?${new URLSearchParams({ q })}`)
    return body.tools.map((tool: { _id: string; matched?: { isExact: boolean } }) => {
      return [tools.get(tool._id), tool.matched?.isExact]
    })
  }

  it.each([
    ['ВМ-88', 'BM-88'],
    ['bm99', 'ВМ-99'],
    ['45511', 'CV 455.11'],
    ['42100005264', 'TI-1'],
    ['4252614', 'TI-1'],
  ])('shows what %s may be, as none that is exact', async (typed, number) => {
    expect(await search(typed)).toEqual([[number, false]])
  })

  it('finds a trade item by what a scanner sends', async () => {
    expect(await search('(01)04006381333931(10)A7')).toEqual([['TI-2', true]])
    expect(await search('04252614')).toEqual([['TI-1', true]])
  })

  it('shows the number of a trade item as it stands on its package', async () => {
    for (const q of ['4006381333931', '04006381333931']) {
      const { body } = await visitor(shop).call('GET', `/search?${new URLSearchParams({ q })}`)
      expect(body.tools[0].matched.value).toBe('4006381333931')
      const numbers = await visitor(shop).call('GET', `/tools/${body.tools[0]._id}/numbers`)
      expect(numbers.body.numbers).toContainEqual(expect.objectContaining({ kind: 'gtin', value: '4006381333931' }))
    }
    const { body } = await visitor(shop).call('POST', '/order-pad', { rows: [{ number: '04252614', quantity: 1 }] })
    expect(body.added[0].matched.value).toBe('042100005264')
  })
})

describe('a stock take', () => {
  const take = async (typed: string) => {
    const [taken] = await takeAllAt('a stock take', { shop, staff }, [typed])
    return tools.get(taken?.tool ?? '')
  }

  it('takes what a scanner sends, and no trade item’s number that lost its zeros', async () => {
    expect(await take('(01)04006381333931(10)A7')).toBe('TI-2')
    expect(await take(']d201040063813339311727053110A7')).toBe('TI-2')
    expect(await take('04252614')).toBe('TI-1')
    expect(await take('042100005264')).toBe('TI-1')
    expect(await take('42100005264')).toBeUndefined()
    expect(await take('00000000')).toBeUndefined()
  })
})

it.each(doorNames)('%s takes nothing by looks, or by digits alone', async door => {
  const told = await takeAllAt(door, { shop, staff }, ['ВМ-88', 'BM-99', '45511', '4711'])
  expect(told.filter(({ tool }) => tool !== undefined)).toEqual([])
})

it('finds what a number may be by its indexes', async () => {
  // Of a table of few rows a scan is the better plan.
  const plan = await shop.db.transaction().execute(async db => {
    await sql`set local enable_seqscan = off`.execute(db)
    const { rows } = await sql<{ 'QUERY PLAN': string }>`explain
      select * from unnest(array['45511']) wanted (number) cross join lateral (
        select * from part_number
        where digits_of_part_number(folded) = wanted.number and kind = 'own' and folded ~ '[0-9]{3}' and folded ~ '[^0-9]'
        union all
        select * from part_number where look_of_part_number(folded) = wanted.number and folded ~ '[\\u0370-\\u052f]') one`.execute(
      db,
    )
    return rows.map(row => row['QUERY PLAN']).join('\n')
  })
  expect(plan).toContain('part_number_digits')
  expect(plan).toContain('part_number_look')
})
