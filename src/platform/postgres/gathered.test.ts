import { expect, it } from 'vitest'
import type { Database } from '../database.server.ts'
import { gathered } from './gathered.server.ts'

/** Two that are told apart; nothing here asks them. */
const [shop, transaction] = [{}, {}] as [Database, Database]

/** Of each id its letters. */
function reading() {
  const reads: { db: Database; ids: string[] }[] = []
  const read = gathered(async (db, ids: string[]) => {
    reads.push({ db, ids })
    if (ids.includes('broken')) throw new Error('the database is away')
    return new Map(ids.map(id => [id, id.split('')]))
  })
  return { read: async (db: Database, id: string) => (await read(db, id)).get(id), reads }
}

it('reads once what is asked for at the same moment, for everyone who asked', async () => {
  const { read, reads } = reading()
  const answers = await Promise.all(['ab', 'cd', 'ab'].map(id => read(shop, id)))
  expect(answers).toEqual([
    ['a', 'b'],
    ['c', 'd'],
    ['a', 'b'],
  ])
  expect(reads).toEqual([{ db: shop, ids: ['ab', 'cd', 'ab'] }])
})

it('reads anew what is asked for while it reads: that may have changed', async () => {
  const { read, reads } = reading()
  const later: Promise<unknown>[] = []
  const first = read(shop, 'ab').then(() => later.push(read(shop, 'ab')))
  await first
  await Promise.all(later)
  expect(reads).toHaveLength(2)
})

it('keeps apart what a transaction reads, which sees what others do not', async () => {
  const { read, reads } = reading()
  await Promise.all([read(shop, 'ab'), read(transaction, 'ab')])
  expect(reads.map(({ db }) => db)).toEqual([shop, transaction])
})

it('fails for all who asked, and not for those after them', async () => {
  const { read } = reading()
  const results = await Promise.allSettled([read(shop, 'ab'), read(shop, 'broken')])
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  await expect(read(shop, 'ab')).resolves.toEqual(['a', 'b'])
})
