import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Person, createPerson, createTool, visitor } from '#test/factories'
import { type TestShop, startTestShop } from '#test/harness'
import { fillManyOrders } from '#test/shop/many-orders'
import { csvLine } from '#kernel/tables/written-files'
import { columnsOfReport, reportKinds, reportPage } from './reports.rules.ts'
import { reportPieces } from './reports.server.ts'

let shop: TestShop
let admin: Person
const pages = 10
const orders = pages * reportPage.usual

beforeAll(async () => {
  shop = await startTestShop()
  admin = await createPerson(shop, 'admin')
  await createTool(shop)
  await fillManyOrders(shop.db, orders)
  // More than what lies between a server and a reader who takes nothing.
  await sql`update orders set notes = repeat('"=1+2" ', 500)`.execute(shop.db)
})
afterAll(() => shop.close())

type Reading = ReadableStreamDefaultReader<Uint8Array>

async function ask(signal?: AbortSignal): Promise<{ answer: Response; reading: Reading }> {
  const answer = await fetch(`${shop.address}/api/reports/orders/file`, {
    headers: { authorization: `Bearer ${admin.token}` },
    ...(signal && { signal }),
  })
  if (!answer.body) throw new Error('there is no body')
  return { answer, reading: answer.body.getReader() }
}

async function toEnd(reading: Reading): Promise<void> {
  while (!(await reading.read()).done);
}

/** Counts the connections that the shop has taken out of its pool: a page of rows is read by one. */
function countTaken() {
  let taken = 0
  const count = () => (taken += 1)
  shop.pool.on('acquire', count)
  return { taken: () => taken, stop: () => void shop.pool.off('acquire', count) }
}

describe('a report as a file', () => {
  it('begins before anything is read, and holds no more rows than those of a page (finding 15)', async () => {
    let read = 0
    let pieces = 0
    let given = 0
    for await (const piece of reportPieces(shop.system, 'lines', { onRows: rows => (read += rows) })) {
      const rows = parse(piece, { bom: true, relax_column_count: true }).length - (pieces === 0 ? 1 : 0)
      given += rows
      expect(read).toBe(given)
      expect(rows).toBeLessThanOrEqual(reportPage.usual)
      pieces += 1
    }
    expect([pieces, given]).toEqual([1 + pages, orders])
  })

  it('gives its first rows before the last ones are read, and is read no further for who goes away (finding 15)', async () => {
    const counted = countTaken()
    const gone = new AbortController()
    const { answer, reading } = await ask(gone.signal)
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(new TextDecoder().decode((await reading.read()).value)).toContain('number,placed,paid')
    expect(counted.taken()).toBeLessThan(pages)
    gone.abort()
    await expect(toEnd(reading)).rejects.toThrow('aborted')
    // Another one, taken whole: had the first gone on, it would have read as many pages meanwhile.
    await toEnd((await ask()).reading)
    counted.stop()
    expect(counted.taken()).toBeGreaterThanOrEqual(pages)
    expect(counted.taken()).toBeLessThan(2 * pages)
  })

  it('does not look whole where it broke off in the middle (finding 15)', async () => {
    const { answer, reading } = await ask()
    expect(answer.status).toBe(200)
    await reading.read()
    await sql`alter table orders rename column notes to elsewhere`.execute(shop.db)
    try {
      await expect(toEnd(reading)).rejects.toThrow('terminated')
    } finally {
      await sql`alter table orders rename column elsewhere to notes`.execute(shop.db)
    }
  })

  it.each(reportKinds)('of %s begins as its pages do, and is for whoever may have these', async kind => {
    const { body: page } = await admin.call('GET', `/reports/${kind}?limit=3`)
    const { status, body } = await admin.call('GET', `/reports/${kind}/file`)
    expect(status).toBe(200)
    const begin = [columnsOfReport(kind).map(([name]) => name), ...page.rows].map(csvLine).join('')
    expect(body.slice(0, begin.length)).toBe(begin)
    expect((await visitor(shop).call('GET', `/reports/${kind}/file`)).status).toBe(401)
  })

  it('of days the wrong way round is refused, not begun', async () => {
    const { status, body } = await admin.call('GET', '/reports/orders/file?from=2026-02-02&to=2026-02-01')
    expect({ status, body }).toMatchObject({ status: 400, body: { errors: [{ field: 'to' }] } })
  })
})
