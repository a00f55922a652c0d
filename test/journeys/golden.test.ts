import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SearchAnswer as Answer } from '#contracts/finder'
import { vehicleName } from '#rules/finder'
import { fillDemoFitment } from '../../src/app/demo/fitment.server.ts'
import { fillDemoShop } from '../../src/app/demo/demo.server.ts'
import { diskImages } from '#services/media'
import { drawnFolder } from '../files/drawings.ts'
import { visitor } from '../factories.ts'
import { type Golden, goldenNumbers, goldenTraps, goldenVehicles, goldenWords } from '../finder/golden-queries.ts'
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

  it.each(listed(goldenWords))('finds by the words %s', async (q, { name, corrected }) => {
    const answer = await ask(q)
    expect(answer.tools[0]?.name).toMatch(name ?? /^$/)
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
})
