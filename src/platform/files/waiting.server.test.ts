import { mkdtemp, readFile, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { createHash, randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '#test/eventually'
import { type Person, createPerson, createTool } from '#test/factories'
import { type TestShop, startTestShop } from '#test/harness'
import { picture } from '#test/files/pictures'
import { zipForm } from '#test/files/zip'
import { newId } from '../context.server.ts'
import { FileGone, addToFile, dropFile, dropOldFiles, needFile, takeFile, withFile } from './waiting.server.ts'

const megabyte = 1024 * 1024

/** One process takes what is sent, the other does the jobs: each has a disk of its own. */
let taker: TestShop
let doer: TestShop
let admin: Person
beforeAll(async () => {
  taker = await startTestShop({ environment: { ROLE: 'web' } })
  const database = { url: taker.databaseUrl, drop: () => Promise.resolve() }
  doer = await startTestShop({ database, environment: { ROLE: 'jobs' } })
  admin = await createPerson(taker, 'admin')
})
afterAll(async () => {
  await doer.close()
  await taker.close()
})

const copiesOf = (shop: TestShop) => readdir(join(shop.dataDir, 'waiting-files')).catch(() => [])
const waiting = async () =>
  (await sql<{ id: string; is_needed: boolean }>`select id, is_needed from waiting_file`.execute(taker.db)).rows
const bytesOf = (id: string) => withFile(doer.system, id, ({ path }) => readFile(path))
async function* chunksOf(bytes: Uint8Array, size = 64 * 1024) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

describe('a file that one process has taken', () => {
  it('is imported by another', async () => {
    const upload = newId()
    const form = new FormData()
    form.set('piece', new Blob(['brand,part_number,price\nAcme,W-1,5.00\n']), 'parts.csv')
    expect((await admin.call('POST', `/imports/uploads?upload=${upload}&piece=0`, form)).status).toBe(200)
    const files = [{ upload, name: 'parts.csv' }]
    const begun = await admin.call('POST', '/imports', { files, createParts: true })
    const done = await eventually(
      async () => (await admin.call('GET', `/imports/${begun.body.insertedId}`)).body,
      row => row.state !== 'staging',
    )
    expect(done).toMatchObject({ state: 'staged', counts: { part: { added: 1 } } })
    await eventually(waiting, left => left.length === 0)
    expect([await copiesOf(taker), await copiesOf(doer)]).toEqual([[], []])
    // It was for that import alone.
    expect((await admin.call('POST', '/imports', { files })).body.code).toBe('import-piece-missing')
  })

  it('has its pictures put to their tools by another', async () => {
    const tool = await createTool(taker, {})
    await sql`update tool set part_number = 'WAIT-1', image_id = null where id = ${tool}`.execute(taker.db)
    const form = zipForm({ 'WAIT-1.png': await picture({ width: 40, height: 30 }) })
    const { body } = await admin.call('POST', '/pictureBatches?name=a.zip', form)
    const id: string = body.insertedId
    const until = (state: string) =>
      eventually(
        async () => (await admin.call('GET', `/pictureBatches/${id}`)).body,
        batch => batch.state === state,
      )
    await until('planned')
    expect(await waiting()).toEqual([{ id, is_needed: true }])
    await admin.call('POST', `/pictureBatches/${id}/commit`)
    expect((await until('committed')).counts).toMatchObject({ added: 1 })
    expect(await waiting()).toEqual([])
    expect([await copiesOf(taker), await copiesOf(doer)]).toEqual([[], []])
  })

  it('and that a restored database does not have is told as gone, for each picture of it', async () => {
    const tool = await createTool(taker, {})
    await sql`update tool set part_number = 'WAIT-2' where id = ${tool}`.execute(taker.db)
    const form = zipForm({ 'WAIT-2.png': await picture({ width: 40, height: 30 }) })
    const id: string = (await admin.call('POST', '/pictureBatches?name=a.zip', form)).body.insertedId
    const read = async () => (await admin.call('GET', `/pictureBatches/${id}`)).body
    await eventually(read, batch => batch.state === 'planned')
    await dropFile(taker.system, id)
    await admin.call('POST', `/pictureBatches/${id}/commit`)
    expect(await eventually(read, batch => batch.state === 'committed')).toMatchObject({ counts: { refused: 1 } })
    const [row] = (await admin.call('GET', `/pictureBatches/${id}/rows`)).body
    expect(row.reason).toBe('The ZIP is not there any more. Send it again.')
  })

  it('is nobody’s where the call refuses it, or its sender may not send it', async () => {
    const send = (person: Person, bytes: Uint8Array) => {
      const form = new FormData()
      form.set('zip', new Blob([Uint8Array.from(bytes)]), 'a.zip')
      return person.call('POST', '/pictureBatches?name=a.zip', form)
    }
    expect((await send(admin, randomBytes(3 * megabyte))).body.code).toBe('not-a-zip')
    const customer = await createPerson(taker)
    expect((await send(customer, randomBytes(3 * megabyte))).body.code).toBe('not-permitted')
    expect(await waiting()).toEqual([])
  })
})

describe('a file of 50 MB', () => {
  it('is taken in a megabyte at a time, and is the same on the disk of another process', async () => {
    const chunk = randomBytes(256 * 1024)
    const hash = createHash('sha256')
    let given = 0
    let most = 0
    async function* chunks() {
      for (let n = 0; n < 200; n++) {
        given += chunk.length
        hash.update(chunk)
        const { rows } = await doer.pool.query<{ bytes: number }>(
          'select coalesce(sum(octet_length(bytes)), 0)::bigint as bytes from waiting_file_piece',
        )
        most = Math.max(most, given - (rows[0]?.bytes ?? 0))
        yield chunk
      }
    }
    const file = await takeFile(taker.system, chunks())
    expect(file.bytes).toBe(50 * megabyte)
    expect(most).toBeLessThanOrEqual(megabyte + chunk.length)
    const { rows } = await sql`
      select count(*)::integer as pieces, max(octet_length(bytes)) as largest from waiting_file_piece
      where file_id = ${file.id}`.execute(taker.db)
    expect(rows).toEqual([{ pieces: 50, largest: megabyte }])
    expect(
      createHash('sha256')
        .update(await bytesOf(file.id))
        .digest('hex'),
    ).toBe(hash.digest('hex'))
    expect(await copiesOf(doer)).toEqual([])
    await dropFile(taker.system, file.id)
    expect((await sql`select from waiting_file_piece`.execute(taker.db)).rows).toEqual([])
  })
})

describe('a file that does not come to its end', () => {
  it('leaves nothing where its sender hangs up', async () => {
    async function* broken() {
      yield randomBytes(3 * megabyte)
      throw new Error('the sender has hung up')
    }
    await expect(takeFile(taker.system, broken())).rejects.toThrow('the sender has hung up')
    expect(await waiting()).toEqual([])
  })

  it('since its process has died is read by nobody, and removed after a day', async () => {
    const stopped = new AbortController()
    async function* dying() {
      yield randomBytes(2 * megabyte)
      await pause(60_000, undefined, { signal: stopped.signal })
    }
    const taking = takeFile(taker.system, dying()).catch(() => undefined)
    const pieces = async () => (await sql`select from waiting_file_piece`.execute(taker.db)).rows.length
    await eventually(pieces, count => count === 2)
    const [file] = await waiting()
    await expect(bytesOf(file?.id ?? '')).rejects.toThrow(FileGone)
    await dropOldFiles(doer.system)
    expect(await waiting()).toHaveLength(1)
    doer.passTime(25 * 3600_000)
    await dropOldFiles(doer.system)
    expect(await waiting()).toEqual([])
    stopped.abort()
    await taking
  })
})

describe('a file that comes in several requests', () => {
  const owner = newId()
  const part = (id: string, offset: number, bytes: Uint8Array, by = owner) =>
    addToFile(taker.system, { id, owner: by, offset: offset * megabyte }, bytes)

  it('is whole in whatever process each part arrives, and however often', async () => {
    const id = newId()
    const bytes = randomBytes(5 * megabyte + 7)
    const [first, second] = [bytes.subarray(0, 4 * megabyte), bytes.subarray(4 * megabyte)]
    await Promise.all([part(id, 0, first), part(id, 0, first)])
    const elsewhere = addToFile(doer.system, { id, owner, offset: 4 * megabyte }, second)
    expect(await elsewhere).toBe(true)
    expect(await part(id, 0, first)).toBe(true)
    await expect(bytesOf(id)).rejects.toThrow(FileGone)
    const files = await Promise.all([needFile(taker.system, id, owner), needFile(doer.system, id, owner)])
    expect(files.filter(Boolean)).toEqual([{ id, bytes: bytes.length }])
    expect((await bytesOf(id)).equals(bytes)).toBe(true)
    expect(await part(id, 0, first)).toBe(false)
    doer.passTime(25 * 3600_000)
    await dropOldFiles(doer.system)
    expect((await bytesOf(id)).length).toBe(bytes.length)
    await dropFile(taker.system, id)
  })

  it('has no hole, and is not somebody else’s', async () => {
    const id = newId()
    expect(await part(id, 4, randomBytes(10))).toBe(false)
    expect(await needFile(taker.system, id, owner)).toBeUndefined()
    expect(await part(id, 0, randomBytes(10))).toBe(true)
    expect(await part(id, 1, randomBytes(10))).toBe(false)
    expect(await part(id, 0, randomBytes(10), newId())).toBe(false)
    expect(await needFile(taker.system, id, newId())).toBeUndefined()
    expect(await needFile(taker.system, id)).toBeUndefined()
    await dropFile(taker.system, id)
  })
})

it('A copy goes when its reader fails, and one that a process left when it died goes after two days', async () => {
  const file = await takeFile(taker.system, chunksOf(randomBytes(10)))
  const dataDir = await mkdtemp(join(tmpdir(), 'tappet-copies-'))
  const ctx = { db: taker.db, settings: { ...taker.system.settings, dataDir } }
  const names = () => readdir(join(dataDir, 'waiting-files'))
  const failing = withFile(ctx, file.id, () => Promise.reject(new Error('no room')))
  await expect(failing).rejects.toThrow('no room')
  expect(await names()).toEqual([])
  const [old, young] = ['old', 'young'].map(name => join(dataDir, 'waiting-files', name))
  for (const path of [old, young]) await writeFile(path ?? '', '')
  const then = new Date(Date.now() - 49 * 3600_000)
  await utimes(old ?? '', then, then)
  await withFile(ctx, file.id, async () => undefined)
  expect(await names()).toEqual(['young'])
  await dropFile(taker.system, file.id)
  await rm(dataDir, { recursive: true })
})
