import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SearchAnswer as Answer } from '#contracts/finder'
import { vehicleName } from '#rules/finder'
import { fillDemoFitment } from '../../src/app/demo/fitment.server.ts'
import { fillDemoShop } from '../../src/app/demo/demo.server.ts'
import { diskImages } from '../../src/modules/media/disk.server.ts'
import { drawnFolder } from '../files/drawings.ts'
import { visitor } from '../factories.ts'
import {
  type Golden,
  goldenNumbers,
  goldenQuestions,
  goldenTraps,
  goldenVehicles,
  goldenWords,
} from '../finder/golden-queries.ts'
import { type TestShop, startTestShop } from '../harness.ts'
import { giveVehicles, vehicleNamed } from '../finder/vehicles.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await startTestShop()
  await fillDemoShop(shop.system, diskImages(await drawnFolder()), () => undefined)
  await giveVehicles(shop)
  await fillDemoFitment(shop.system)
  await shop.searchIndex.catchUp()
}, 240_000)
afterAll(() => shop.close())

async function ask(q: string, more: Record<string, string> = {}): Promise<Answer> {
  const { status, body } = await visitor(shop).call('GET', `/search?${new URLSearchParams({ q, ...more })}`)
  expect(status).toBe(200)
  return body
}

const titleOf = ({ brand, partNumber }: Answer['tools'][number]) => `${brand} ${partNumber}`
const byNumber = ({ tools }: Answer) =>
  tools.filter(({ matched }) => matched && matched.kind !== 'words').map(tool => titleOf(tool))

const listed = (golden: readonly Golden[]) => golden.map(one => [one.q, one] as const)

describe('the golden list', () => {
  it('has at least a hundred queries, each once', () => {
    const all = [...goldenNumbers, ...goldenTraps, ...goldenWords, ...goldenVehicles].map(({ q }) => q)
    expect(new Set(all).size).toBe(all.length)
    expect(all.length).toBeGreaterThanOrEqual(100)
  })

  it.each(listed(goldenNumbers))('leads from the number %s to its part', async (q, { first, never }) => {
    const answer = await ask(q)
    expect(titleOf(answer.tools[0] ?? expect.fail('nothing was found'))).toBe(first)
    expect(byNumber(answer)[0]).toBe(first)
    if (never) expect(answer.tools.map(titleOf)).not.toContain(never)
  })

  it.each(listed(goldenTraps))('takes the number %s for no other', async q => {
    const answer = await ask(q)
    expect(byNumber(answer)).toEqual([])
    expect(answer.tools.map(titleOf)).toEqual([])
  })

  it.each(listed(goldenWords))('finds by the words %s (finding 20)', async (q, { name, corrected, only }) => {
    const answer = await ask(q)
    expect(answer.tools[0]?.name).toMatch(name ?? /^$/)
    for (const tool of only ? answer.tools : []) expect(tool.name).toMatch(only ?? /^/)
    if (corrected) expect(answer.corrected).toBeTruthy()
  })

  it.each(
    listed(goldenVehicles).flatMap(([q, golden]) => ['', '2003 Saab|9-5'].map(chosen => [q, chosen, golden] as const)),
  )('reads the vehicle out of %s, with %s chosen before', async (q, chosen, { name, vehicle }) => {
    const answer = await ask(q, chosen ? { vehicle: String((await vehicleNamed(shop, chosen)).id) } : {})
    expect(answer.vehicle && vehicleName(answer.vehicle)).toBe(vehicle)
    expect(answer.tools[0]?.name).toMatch(name ?? /^$/)
    expect(answer.tools.map(({ fit }) => fit?.answer)).not.toContain('does-not-fit')
  })

  it.each(goldenQuestions.map(one => [one.q, one] as const))(
    'asks for what %s leaves open of the vehicle, and labels what fits some of them (finding 17)',
    async (q, { of, asks, name, corrected }) => {
      const answer = await ask(q)
      expect(answer.reading).toMatchObject({ name: of, asks })
      expect(answer.corrected).toBe(corrected)
      if (name) expect(answer.tools[0]?.name).toMatch(name)
      // Each choice leads further: to the next question, or to the vehicle.
      const [first] = answer.reading?.choices ?? []
      if (first?.q === undefined) return expect(first?.vehicle).toBeGreaterThan(0)
      const next = await ask(first.q)
      expect(next.reading?.asks === asks && next.vehicle === undefined, first.q).toBe(false)
    },
  )

  it('labels what fits the model in some years, and says when nothing does (finding 17)', async () => {
    const some = await ask('honda civic brake pads')
    expect(some.tools[0]?.fit).toMatchObject({ answer: 'fits-if', notes: ['Not in every year: choose yours'] })
    const none = await ask('2016 honda civic radiator')
    expect(none).toMatchObject({ total: 0, reading: { name: '2016 Honda Civic', words: 'radiator' } })
    expect(none.vehicle && vehicleName(none.vehicle)).toBe('2016 Honda Civic')
    expect((await ask('radiator')).total).toBeGreaterThan(0)
  })

  it('narrows what fits a vehicle to its front or its rear, with counts (finding 17)', async () => {
    const { id } = await vehicleNamed(shop, '2016 Honda|Civic')
    const all = await ask('brake pads', { vehicle: String(id) })
    const counts = new Map(all.facets.position.map(({ value, count }) => [value, count]))
    expect(counts.size).toBeGreaterThan(0)
    for (const [position, count] of counts) {
      const narrowed = await ask('brake pads', { vehicle: String(id), position })
      expect([narrowed.total, narrowed.tools.every(({ fit }) => fit && !fit.isUniversal)]).toEqual([count, true])
      expect(narrowed.facets.position).toEqual(all.facets.position)
    }
    expect((await ask('brake pads')).facets.position).toEqual([])
  })

  it('says of a VIN with a character too few or a letter that none has what is wrong with it (finding 17)', async () => {
    for (const [q, sentence] of [
      ['2HGFC2F59GH50000', /16/],
      ['2HGFC2F59GH50000O1', /I, O or Q|18/],
      ['brake pads 2HGFC2F59GH50000', /16/],
    ] as const) {
      const { vin, total } = await ask(q)
      expect([total, vin?.wellFormed]).toEqual([0, false])
      expect(vin?.warnings.join()).toMatch(sentence)
    }
  })
})
