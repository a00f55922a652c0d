import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '#test/eventually'
import { type Answer, type Person, createPerson, toolOf } from '#test/factories'
import { type TestShop, startTestShop } from '#test/harness'
import { givenPicture, picture } from '#test/files/pictures'
import { zip, zipForm } from '#test/files/zip'
import { finishBatch } from './apply.server.ts'
import { careForBatches } from './batches.server.ts'
import { batchLimits } from './batches.rules.ts'
import { finishUndo } from './undo.server.ts'

let shop: TestShop
let admin: Person
let img: string
beforeAll(async () => {
  shop = await startTestShop()
  admin = await createPerson(shop, 'admin')
  img = await givenPicture(admin)
})
afterAll(() => shop.close())

let made = 0
/** A part number that no other test has. */
const newNumber = () => `Z${process.pid}-${(made += 1)}X`
async function addTool(partNumber: string, brand = 'Halden'): Promise<string> {
  const answer = await admin.call('POST', '/tools', toolOf(img, { partNumber, brand, name: `Tool ${partNumber}` }))
  expect(answer).toMatchObject({ status: 200 })
  return answer.body.insertedId
}
const small = () => picture({ width: 40, height: 30 })
const send = (files: Record<string, Uint8Array> | Buffer): Promise<Answer> =>
  admin.call('POST', '/pictureBatches?name=shelf.zip', zipForm(files))
const read = async (id: string) => (await admin.call('GET', `/pictureBatches/${id}`)).body
const until = async (id: string, state: string) => {
  const batch = await eventually(
    () => read(id),
    batch => batch.state === state,
  )
  // The shop follows what a job has written once the job has ended: a moment after its last row.
  await shop.changes.follow()
  return batch
}
/** A ZIP that has been looked through. */
async function planned(files: Record<string, Uint8Array> | Buffer): Promise<string> {
  const { status, body } = await send(files)
  expect(status).toBe(200)
  await until(body.insertedId, 'planned')
  return body.insertedId
}
type Row = { name: string; state: string; tool: { _id: string } | null; reason: string | null }
const rowsOf = async (id: string): Promise<Row[]> =>
  (await admin.call('GET', `/pictureBatches/${id}/rows?limit=200`)).body
const commit = (id: string) => admin.call('POST', `/pictureBatches/${id}/commit`)
const picturesOf = async (tool: string): Promise<unknown[]> => (await admin.call('GET', `/tools/${tool}`)).body.pictures
const zipsLeft = async () => (await sql`select from waiting_file`.execute(shop.db)).rows.length

describe('a ZIP of pictures', () => {
  it('shows whose each file is before anything goes in, and one that is broken costs nobody the others', async () => {
    const [one, two, shared] = [newNumber(), newNumber(), newNumber()]
    const tools = [await addTool(one), await addTool(two), await addTool(shared), await addTool(shared, 'Brennt')]
    const good = await small()
    const id = await planned({
      [`sub/${one}-2.png`]: await small(),
      [`${one.toLowerCase().replace('-', ' ')}.jpg`]: await small(),
      [`HALDEN_${two}.webp`]: await small(),
      [`Brennt_${shared}.jpg`]: good,
      [`${shared}.jpg`]: good,
      'nobody.jpg': good,
      'notes.txt': Buffer.from('notes'),
      [`${two}-3.jpg`]: Buffer.from('no picture'),
      'inner.zip': zip({ [`${two}.jpg`]: good }),
      '__MACOSX/._x.jpg': Buffer.from('x'),
    })
    const rows = await rowsOf(id)
    const states = new Map(rows.map(({ name, state, tool }) => [name, [state, tool?._id ?? null]]))
    expect(Object.fromEntries(states)).toEqual({
      [`sub/${one}-2.png`]: ['matched', tools[0]],
      [`${one.toLowerCase().replace('-', ' ')}.jpg`]: ['matched', tools[0]],
      [`HALDEN_${two}.webp`]: ['matched', tools[1]],
      [`Brennt_${shared}.jpg`]: ['matched', tools[3]],
      [`${shared}.jpg`]: ['ambiguous', null],
      'nobody.jpg': ['unknown', null],
      'notes.txt': ['broken', null],
      [`${two}-3.jpg`]: ['broken', null],
      'inner.zip': ['broken', null],
    })
    expect(rows.find(({ name }) => name === 'nobody.jpg')?.reason).toBe('No tool has this number.')
    expect(await picturesOf(tools[0] ?? '')).toHaveLength(1)

    expect((await commit(id)).status).toBe(200)
    const { counts } = await until(id, 'committed')
    expect(counts).toMatchObject({ added: 4, ambiguous: 1, unknown: 1, broken: 3, matched: 0 })
    expect(await Promise.all(tools.map(async tool => (await picturesOf(tool)).length))).toEqual([3, 2, 1, 2])
    expect((await admin.call('GET', `/tools/${tools[0]}`)).body.version).toBe(3)
  })

  it('takes a hyphen for the slash that a file’s name cannot have, and no other sign for one', async () => {
    const number = newNumber()
    const [slashed] = [await addTool(`${number}7/45`), await addTool(`${number}8,5`)]
    const good = await small()
    const names = [`${number}7-45`, `HALDEN_${number}7_45`, `${number}745`, `${number}8-5`]
    const id = await planned(Object.fromEntries(names.map(name => [`${name}.jpg`, good])))
    const rows = await rowsOf(id)
    const planOfEach = names.map(name => rows.find(row => row.name === `${name}.jpg`))
    expect(planOfEach.map(row => row?.tool?._id)).toEqual([slashed, slashed, undefined, undefined])
    expect(planOfEach[2]).toMatchObject({
      state: 'ambiguous',
      reason: expect.stringContaining('with a hyphen for a slash'),
    })
  })

  it('puts a tool’s pictures in the order of their numbers, and the first of all where it has none', async () => {
    const number = newNumber()
    const tool = await addTool(number)
    await sql`update tool set image_id = null where id = ${tool}`.execute(shop.db)
    const files = [await small(), await small(), await small()] as const
    const id = await planned({
      [`${number}-3.jpg`]: files[2],
      [`${number}-2.jpg`]: files[1],
      [`${number}.jpg`]: files[0],
    })
    expect((await rowsOf(id)).map(({ name }) => name)).toEqual([`${number}.jpg`, `${number}-2.jpg`, `${number}-3.jpg`])
    await commit(id)
    await until(id, 'committed')
    const shown = (await picturesOf(tool)) as { img: string }[]
    const expected = await Promise.all(
      files.map(async bytes => {
        const form = new FormData()
        form.set('image', new Blob([Uint8Array.from(bytes)]), 'a.jpg')
        return (await admin.call('POST', '/images', form)).body.data.url.replace('-960.', '-640.')
      }),
    )
    expect(shown.map(({ img }) => img)).toEqual(expected)
  })

  it('committed twice, at once, and worked on by two, adds each picture once; sent again, none', async () => {
    const number = newNumber()
    const tool = await addTool(number)
    const files = { [`${number}.jpg`]: await small(), [`${number}-2.jpg`]: await small() }
    const id = await planned(files)
    const answers = await Promise.all([commit(id), commit(id), commit(id)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    const work = { ctx: shop.system, store: shop.images, id }
    await Promise.all([finishBatch(work), finishBatch(work)])
    await until(id, 'committed')
    expect(await picturesOf(tool)).toHaveLength(3)
    const again = await planned(files)
    await commit(again)
    expect((await until(again, 'committed')).counts).toMatchObject({ there: 2, added: 0 })
    expect(await picturesOf(tool)).toHaveLength(3)
  })

  it('that dies half-way goes on behind its last picture', async () => {
    const [one, two] = [newNumber(), newNumber()]
    const tools = [await addTool(one), await addTool(two)]
    const id = await planned({ [`${one}.jpg`]: await small(), [`${two}.jpg`]: await small() })
    await sql`update picture_batch set state = 'committing' where id = ${id}`.execute(shop.db)
    const [second] = (await rowsOf(id)).slice(1)
    let stored = 0
    const failing = {
      ...shop.images,
      // The second picture's first file.
      put: (file: string, bytes: Uint8Array) => {
        stored += 1
        if (stored > 6) throw new Error('the disk is full')
        return shop.images.put(file, bytes)
      },
    }
    await expect(finishBatch({ ctx: shop.system, store: failing, id })).rejects.toThrow('the disk is full')
    expect((await read(id)).counts).toMatchObject({ added: 1, matched: 1 })
    await finishBatch({ ctx: shop.system, store: shop.images, id })
    expect(await read(id)).toMatchObject({ state: 'committed', counts: { added: 2, matched: 0 } })
    expect(await Promise.all(tools.map(async tool => (await picturesOf(tool)).length))).toEqual([2, 2])
    expect(second?.state).toBe('matched')
  })

  it('leaves out what a tool has no room for, and what is gone by then', async () => {
    const [full, gone] = [newNumber(), newNumber()]
    const [tool, other] = [await addTool(full), await addTool(gone)]
    const files: Record<string, Uint8Array> = { [`${gone}.jpg`]: await small() }
    for (let n = 1; n <= 12; n += 1) files[`${full}-${n}.jpg`] = await small()
    const id = await planned(files)
    await admin.call('DELETE', `/tools/${other}`)
    await commit(id)
    expect((await until(id, 'committed')).counts).toMatchObject({ added: 11, refused: 2 })
    expect(await picturesOf(tool)).toHaveLength(12)
    const reasons = (await rowsOf(id)).flatMap(({ reason }) => reason ?? [])
    expect(reasons.toSorted()).toEqual(['Its tool has twelve pictures already.', 'Its tool is no longer sold.'])
  })

  it('is taken back once, however often it is asked for, but for pictures that somebody has changed since', async () => {
    const [bare, had, worded, led, gone] = [newNumber(), newNumber(), newNumber(), newNumber(), newNumber()]
    const numbers = [bare, had, worded, led, gone]
    const tools: string[] = []
    for (const number of numbers) tools.push(await addTool(number))
    const [bareTool = '', hadTool = '', wordedTool = '', ledTool = '', goneTool = ''] = tools
    await sql`update tool set image_id = null where id = ${bareTool}`.execute(shop.db)
    const before = await Promise.all(tools.map(picturesOf))
    const files: Record<string, Uint8Array> = { [`${bare}-2.jpg`]: await small() }
    for (const number of numbers) files[`${number}.jpg`] = await small()
    const id = await planned(files)
    await commit(id)
    await until(id, 'committed')

    const change = async (tool: string, pictures: (shown: { img: string; alt: string }[]) => unknown[]) => {
      const { body } = await admin.call('GET', `/tools/${tool}`)
      const [first] = pictures(body.pictures) as { img: string }[]
      const more = { availableQuantity: undefined, pictures: pictures(body.pictures), version: body.version }
      const answer = await admin.call('PUT', `/tools/${tool}`, toolOf(first?.img ?? '', more))
      expect(answer).toMatchObject({ status: 200 })
    }
    await change(wordedTool, ([first, second]) => [first, { ...second, alt: 'From the side' }])
    await change(ledTool, ([first, second]) => [second, first])
    await change(goneTool, ([first]) => [first])
    // Another fact of a tool is no change of its picture.
    await sql`update tool set price = price + 1, version = version + 1 where id = ${hadTool}`.execute(shop.db)
    const untouched = await Promise.all([wordedTool, ledTool, goneTool].map(picturesOf))

    const undo = () => admin.call('POST', `/pictureBatches/${id}/undo`)
    const answers = await Promise.all([undo(), undo()])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    await Promise.all([finishUndo(shop.system, id), finishUndo(shop.system, id)])
    expect((await until(id, 'undone')).counts).toMatchObject({ added: 0, undone: 3, left: 3 })
    expect(await Promise.all([bareTool, hadTool].map(picturesOf))).toEqual(before.slice(0, 2))
    expect(await Promise.all([wordedTool, ledTool, goneTool].map(picturesOf))).toEqual(untouched)
    const left = (await rowsOf(id)).filter(({ state }) => state === 'left')
    expect(left.map(({ name, reason }) => [name, reason])).toEqual([
      [`${worded}.jpg`, 'Somebody has changed it since: its text, or whether it comes first.'],
      [`${led}.jpg`, 'Somebody has changed it since: its text, or whether it comes first.'],
      [`${gone}.jpg`, 'Somebody has taken it away already.'],
    ])
    const { rows: trail } = await sql<{ action: string }>`
      select action from audit where subject_id = ${id} order by id`.execute(shop.db)
    expect(trail.map(({ action }) => action.split('.')[1])).toEqual(['begun', 'committed', 'undone'])
    expect(await undo()).toMatchObject({ status: 200, body: { state: 'undone' } })
    expect(await commit(id)).toMatchObject({ status: 409, body: { code: 'picture-batch-not-ready' } })
  })

  it('whose undoing dies half-way goes on with the pictures that are left', async () => {
    const [one, two] = [newNumber(), newNumber()]
    const tools = [await addTool(one), await addTool(two)]
    const id = await planned({ [`${one}.jpg`]: await small(), [`${two}.jpg`]: await small() })
    await commit(id)
    await until(id, 'committed')
    await sql`update picture_batch set state = 'undoing' where id = ${id}`.execute(shop.db)
    let moments = 0
    const failing = () => {
      moments += 1
      if (moments > 2) throw new Error('the power is gone')
      return shop.system.now()
    }
    await expect(finishUndo({ ...shop.system, now: failing }, id)).rejects.toThrow('the power is gone')
    expect((await read(id)).counts).toMatchObject({ added: 1, undone: 1 })
    await finishUndo(shop.system, id)
    expect(await read(id)).toMatchObject({ state: 'undone', counts: { added: 0, undone: 2 } })
    expect(await Promise.all(tools.map(async tool => (await picturesOf(tool)).length))).toEqual([1, 1])
  })

  it('is refused where it is none, or holds too much; a file that unpacks to more than it says is left out', async () => {
    const one = await small()
    for (const bytes of [Buffer.from('no ZIP'), zip({ 'a.jpg': one }).subarray(0, -30), zip({})]) {
      expect(await send(bytes)).toMatchObject({ status: 415, body: { code: 'not-a-zip' } })
    }
    const many = Object.fromEntries(
      Array.from({ length: batchLimits.entries + 1 }, (_, n) => [`${n}.jpg`, Buffer.of()]),
    )
    expect(await send(many)).toMatchObject({ status: 422, body: { code: 'zip-too-large' } })
    const says = (saysSize: number) => zip({ 'a.jpg': one, 'b.jpg': one }, { saysSize })
    expect(await send(says(600 * 1024 ** 2))).toMatchObject({ status: 422, body: { code: 'zip-too-large' } })
    const reasonsOf = async (bytes: Buffer) => (await rowsOf(await planned(bytes))).map(({ reason }) => reason)
    const bomb = zip({ 'a.jpg': Buffer.alloc(50 * 1024 ** 2) }, { saysSize: 1000 })
    expect(await reasonsOf(bomb)).toEqual(['It cannot be unpacked. Pack it again.'])
    expect(await reasonsOf(zip({ 'a.jpg': Buffer.alloc(50 * 1024 ** 2) }))).toEqual([
      'It is larger than 10 MB. Make it smaller first.',
    ])
    expect(await reasonsOf(zip({ 'a.jpg': one }, { flags: 0x801 }))).toEqual([
      'It is encrypted. Pack it without a password.',
    ])
    expect(await reasonsOf(zip({ '../../../etc/x.jpg': one }))).toEqual(['No tool has this number.'])
  })

  it('that nobody wants any more is gone: given up, put in, or forgotten for a week', async () => {
    const before = await zipsLeft()
    const id = await planned({ 'a.jpg': await small() })
    expect(await zipsLeft()).toBe(before + 1)
    expect((await admin.call('POST', `/pictureBatches/${id}/cancel`)).body.state).toBe('cancelled')
    expect(await zipsLeft()).toBe(before)
    expect(await commit(id)).toMatchObject({ status: 409, body: { code: 'picture-batch-not-ready' } })
    const forgotten = await planned({ 'a.jpg': await small() })
    shop.passTime(8 * 24 * 3600 * 1000)
    await careForBatches(shop.system)
    const { rows } = await sql<{ state: string }>`select state from picture_batch where id = ${forgotten}`.execute(
      shop.db,
    )
    expect(rows).toEqual([{ state: 'cancelled' }])
    expect(await zipsLeft()).toBeLessThanOrEqual(before)
  })
})
