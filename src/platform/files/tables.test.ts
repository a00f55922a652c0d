import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTable } from '#kernel/tables/read-table'
import { piecesOf, tableAt } from './tables.server.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tappet-tables-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function fileOf(text: string): Promise<string> {
  const path = join(folder, `${text.length}.csv`)
  await writeFile(path, text)
  return path
}

const lines = Array.from({ length: 20_000 }, (_, at) => [`KW-${at}`, `Bremsbeläge, vorn ${at}`])
const list = lines.map(cells => `${cells.map(cell => `"${cell}"`).join(';')}\n`).join('')

it('a file is read whole, whatever a piece of it has, in the memory of one piece', async () => {
  const memories = new Set<ArrayBufferLike>()
  let text = ''
  for await (const piece of piecesOf(await fileOf(list))) {
    memories.add(piece.buffer)
    text += piece.toString('latin1')
  }
  expect(Buffer.from(text, 'latin1').toString()).toBe(list)
  expect(memories.size).toBe(1)
})

it('a long list comes some hundred rows at a time, so that they are gone before the next are made', async () => {
  await using open = tableAt(await fileOf(list))
  const table = await openTable(open.source)
  const some = await Array.fromAsync(table.rows())
  expect(some.flat().map(({ cells }) => cells)).toEqual(lines)
  expect(Math.max(...some.map(rows => rows.length))).toBeLessThan(300)
})

it('rows far longer than what is read at once are read whole, among short ones', async () => {
  const cells = [
    ['a', 'b'],
    ['x'.repeat(300_000), '1'],
    ['c', 'y'.repeat(9000)],
    ['d', 'e'],
  ]
  await using open = tableAt(await fileOf(cells.map(row => `${row.join(',')}\n`).join('')))
  const rows = (await Array.fromAsync((await openTable(open.source)).rows())).flat()
  expect(rows.map(row => row.cells)).toEqual(cells)
})
