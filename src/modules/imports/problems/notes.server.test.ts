import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Person, createPerson } from '#test/factories'
import { sendList } from '#test/files/sent-lists'
import { type TestShop, startTestShop } from '#test/harness'

let shop: TestShop
let admin: Person
beforeAll(async () => {
  shop = await startTestShop()
  admin = await createPerson(shop, 'admin')
})
afterAll(() => shop.close())

type ShownProblem = { code: string; isNote: boolean; hint: string }
const linesOf = (problems: ShownProblem[]) =>
  problems.map(({ code, isNote }) => `${isNote ? 'note' : 'problem'} ${code}`)
const get = async (path: string) => (await admin.call('GET', path)).body

it('news of an import are notes, told and counted apart from its problems, which come first', async () => {
  // A column that means nothing, attributes that no category has, a total; and one price and one barcode that are none.
  const content = `part_number,price,gtin,Colour,attribute:Length (mm)
NOTE-1,1.00,,red,1
NOTE-2,1.00,,blue,2
NOTE-3,0,,red,3
NOTE-4,1.00,12,red,4
Total,4.00,,,
`
  const row = await sendList(admin, { name: 'notes.csv', content }, { createParts: true })
  expect(row).toMatchObject({ state: 'staged', problems: 5, notes: 2, counts: { part: { added: 3, refused: 1 } } })
  expect(await get('/imports?limit=1')).toMatchObject([{ problems: 5, notes: 2 }])

  const problems = ['problem attribute-unknown', 'problem price-malformed', 'problem gtin-left-out']
  const notes = ['note column-unknown', 'note line-left-out']
  const path = `/imports/${row._id}/problems`
  const kinds: ShownProblem[] = await get(`${path}/kinds`)
  expect(linesOf(kinds)).toEqual([...problems, ...notes])
  // Who wants what was left out is told which box to tick, by the name that it has.
  expect(kinds[0]?.hint).toContain('tick “Add attributes that the shop lacks” and press “Read and check”')
  // What stands in a column that nothing becomes of is told, too.
  expect(kinds.find(({ code }) => code === 'column-unknown')).toMatchObject({
    field: 'Colour',
    value: 'red · blue',
  })
  expect(linesOf(await get(`${path}?only=problems`)).toSorted()).toEqual(problems.toSorted())
  expect(linesOf(await get(`${path}?only=notes`)).toSorted()).toEqual(notes)
  expect(linesOf(await get(path)).toSorted()).toEqual([...notes, ...problems].toSorted())
  expect((await admin.call('GET', `${path}?only=notes&limit=1`)).headers.get('x-total-count')).toBe('2')
  expect((await admin.call('GET', `${path}?only=some`)).status).toBe(400)
})

it('a file that cannot be read has one problem, and no notes', async () => {
  const row = await sendList(admin, { name: 'bad.csv', content: 'nothing,here\n1,2\n' })
  expect(row).toMatchObject({ state: 'failed', problems: 1, notes: 0 })
})
