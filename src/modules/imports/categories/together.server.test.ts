import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCategory, createPerson } from '#test/factories'
import { eventually } from '#test/eventually'
import { type TestShop, startTestShop } from '#test/harness'
import { type StageOptions, fileWith, importerOf, stageFiles } from '#test/files/imports'
import { commitSent, sendList } from '#test/files/sent-lists'
import { commitImport } from '../commit/commit.server.ts'
import { undoImport } from '../commit/undo.server.ts'
import type { Importer } from '../preview/stage.server.ts'

/** Files of categories beside whatever else changes categories, and by those who may not. */
let shop: TestShop
let importer: Importer
beforeAll(async () => {
  shop = await startTestShop()
  importer = importerOf(shop)
})
afterAll(() => shop.close())

const heads = 'category,category_text,attribute_name,attribute_kind,attribute_choices'
const options: StageOptions = { createCategories: true, createParts: true }
const csv = (...lines: string[]) => `${[heads, ...lines].join('\n')}\n`
const stage = async (source: string, ...lines: string[]) =>
  stageFiles(importer, [await fileWith(csv(...lines), 'categories.csv')], { ...options, source })
const textOf = async (name: string) =>
  (await sql<{ text: string }>`select text from category where full_name = ${name}`.execute(shop.db)).rows[0]?.text
const choicesOf = async (name: string) =>
  (
    await sql<{ names: string[] }>`
    select array(select one ->> 'name' from jsonb_array_elements(choices) with ordinality as each (one, at) order by at) as names
    from attribute where name = ${name}`.execute(shop.db)
  ).rows.map(({ names }) => names)

describe('a file of categories', () => {
  it('makes once what two imports make at the same time, and the second adds what the first lacks', async () => {
    const one = await stage('one', 'Seals > Rings,,Shape,choice,O; X')
    const two = await stage('two', 'Seals > Rings,,Shape,choice,O; D')
    expect(two.counts?.category).toMatchObject({ added: 1 })
    await Promise.all([one, two].map(({ id }) => commitImport(importer, id)))
    const [choices = [], ...others] = await choicesOf('Shape')
    expect([choices.toSorted(), others]).toEqual([['D', 'O', 'X'], []])
    const { rows } = await sql`select from category where full_name like 'Seals%'`.execute(shop.db)
    expect(rows).toHaveLength(2)
  })

  it('is looked at again where somebody has changed a category since the preview, and what was there is put back', async () => {
    await createCategory(shop, 'Belts')
    const staged = await stage('moved', 'Belts,From the file.,,,', 'Belts > Timing,,,,')
    await sql`update category set text = 'By hand.' where full_name = 'Belts'`.execute(shop.db)
    await createCategory(shop, 'Belts > Timing')
    const done = await commitImport(importer, staged.id)
    expect(done.counts?.category).toMatchObject({ added: 0, changed: 1, unchanged: 1 })
    expect(await textOf('Belts')).toBe('From the file.')
    await undoImport(shop.system, done.id)
    expect(await textOf('Belts')).toBe('By hand.')
    expect(await textOf('Belts > Timing')).toBe('')
  })

  it('refuses what has become of another kind since the preview', async () => {
    const category = await createCategory(shop, 'Hoses')
    const staged = await stage('kinds', 'Hoses,Text.,,,', 'Hoses,,Bore,text,')
    const admin = await createPerson(shop, 'admin')
    await admin.call('POST', `/categories/${category}/attributes`, { name: 'Bore', kind: 'number', unit: 'mm' })
    const done = await commitImport(importer, staged.id)
    expect(done.counts?.category).toMatchObject({ added: 0, changed: 1, refused: 1 })
    const { rows } = await sql`select kind, unit from attribute where name = 'Bore'`.execute(shop.db)
    expect(rows).toEqual([{ kind: 'number', unit: 'mm' }])
  })

  it('waits for whoever is changing categories, and goes by what they have become', async () => {
    const category = await createCategory(shop, 'Wipers')
    const staged = await stage('waits', 'Wipers,,Length,text,', 'Wipers,,Arm,text,')
    const client = await shop.pool.connect()
    try {
      await client.query('begin')
      // As the catalogue's own verbs hold the tree.
      await client.query('select pg_advisory_xact_lock(7260027)')
      const waits = () =>
        client
          .query("select from pg_locks where locktype = 'advisory' and objid = 7260027 and not granted")
          .then(({ rowCount }) => rowCount ?? 0)
      const committed = commitImport(importer, staged.id)
      await eventually(waits, count => count > 0)
      await client.query(
        `insert into attribute (id, category_id, name, slug, kind) values (gen_random_uuid(), $1, 'Length', 'length', 'number')`,
        [category],
      )
      await client.query('commit')
      expect((await committed).counts?.category).toMatchObject({ added: 1, refused: 1 })
    } finally {
      client.release()
    }
  })

  it('gives a category a picture of the shop, and takes it back with what it had before', async () => {
    const category = await createCategory(shop, 'Pictured')
    const keys = ['1', '2'].map(digit => digit.repeat(32))
    await sql`
      insert into image (id, key, width, height) select gen_random_uuid(), key, 40, 30 from unnest(${keys}::text[]) key`.execute(
      shop.db,
    )
    await sql`
      update category set image_id = (select id from image where key = ${keys[0]}) where id = ${category}`.execute(
      shop.db,
    )
    const pictureOf = async () =>
      (
        await sql<{ key: string }>`
        select key from image join category on image.id = image_id where category.id = ${category}`.execute(shop.db)
      ).rows[0]?.key
    const give = (key = '') =>
      fileWith(`category,attribute_name,category_picture\nPictured,,https://elsewhere.example/images/${key}-640.webp\n`)
    expect((await stageFiles(importer, [await give(keys[0])])).counts?.category).toMatchObject({ unchanged: 1 })
    const staged = await stageFiles(importer, [await give(keys[1])], { source: 'pictures' })
    await commitImport(importer, staged.id)
    expect(await pictureOf()).toBe(keys[1])
    // As long as it can be undone, the picture that went stays in the shop.
    const { rows } = await sql`
      select from import_picture join image on image.id = image_id where import_id = ${staged.id} and key = ${keys[0]}`.execute(
      shop.db,
    )
    expect(rows).toHaveLength(1)
    await undoImport(shop.system, staged.id)
    expect(await pictureOf()).toBe(keys[0])
  })

  it('leaves nothing where the commit dies on the way', async () => {
    const id = await createCategory(shop, 'Short-lived')
    const parts = await fileWith('part_number,price,category\nD-1,5.00,Short-lived\n', 'parts.csv')
    const categories = await fileWith(csv('Half,,Size,text,'), 'categories.csv')
    const staged = await stageFiles(importer, [parts, categories], { ...options, source: 'dies' })
    await sql`delete from category where id = ${id}`.execute(shop.db)
    await expect(commitImport(importer, staged.id)).rejects.toMatchObject({ code: 'import-stale' })
    expect(await textOf('Half')).toBeUndefined()
    expect(await choicesOf('Size')).toEqual([])
  })

  it('goes in before the parts of the same import, which are put into what it makes', async () => {
    const parts = await fileWith('part_number,price,category\nT-1,5.00,Tools > Keys\n', 'parts.csv')
    const categories = await fileWith(csv('Tools > Keys,For keys.,,,'), 'categories.csv')
    const staged = await stageFiles(importer, [parts, categories], { ...options, source: 'both' })
    await commitImport(importer, staged.id)
    expect(await textOf('Tools > Keys')).toBe('For keys.')
    await undoImport(shop.system, staged.id)
    expect(await textOf('Tools')).toBeUndefined()
  })

  it('adds choices to an attribute that the parts of the same import say already', async () => {
    const admin = await createPerson(shop, 'admin')
    const files = async (...choices: string[]) => [
      await fileWith(csv(`Caps,,Thread,choice,${choices.join('; ')}`), 'categories.csv'),
      await fileWith(
        `part_number,price,category,attribute:Thread\n${choices.map((choice, at) => `CAP-${at},5,Caps,${choice}\n`).join('')}`,
        'parts.csv',
      ),
    ]
    const choicesOfParts = async () =>
      (
        await sql<{ choice: string }>`
        select choice ->> 'name' as choice from tool join attribute on attribute.name = 'Thread', jsonb_array_elements(choices) choice
        where part_number like 'CAP-%' and archived_at is null and tool.attributes ->> attribute.ordinal::text = choice ->> 'key' order by part_number`.execute(
          shop.db,
        )
      ).rows.map(({ choice }) => choice)
    const first = await stageFiles(importer, await files('M8', 'M9'), { ...options, source: 'caps' })
    await commitImport(importer, first.id)
    expect(await choicesOfParts()).toEqual(['M8', 'M9'])
    const next = await stageFiles(importer, await files('M10', 'M9', 'M11'), { ...options, source: 'caps' })
    expect(next.counts).toMatchObject({
      category: { changed: 1 },
      part: { added: 1, changed: 1, unchanged: 1, refused: 0 },
    })
    const { body: changes } = await admin.call('GET', `/imports/${next.id}/changes`)
    expect(changes).toContainEqual(
      expect.objectContaining({ part: 'CAP-0', changes: [{ column: 'attribute:Thread', was: 'M8', becomes: 'M10' }] }),
    )
    // Somebody has taken a choice away again since: the numbers of the new ones are others.
    const { rows } = await sql<{
      id: string
      version: number
    }>`select id, version from attribute where name = 'Thread'`.execute(shop.db)
    const choices = ['M8', 'M9'].map(name => ({ name, slug: name.toLowerCase() }))
    const change = (version: number, ...more: object[]) =>
      admin.call('PUT', `/attributes/${rows[0]?.id}`, { name: 'Thread', version, choices: [...choices, ...more] })
    const version = rows[0]?.version ?? 0
    expect(await change(version, { name: 'M7' })).toMatchObject({ status: 200 })
    expect(await change(version + 1)).toMatchObject({ status: 200 })
    const done = await commitImport(importer, next.id)
    expect(await choicesOfParts()).toEqual(['M10', 'M9', 'M11'])
    await undoImport(shop.system, done.id)
    expect(await choicesOfParts()).toEqual(['M8', 'M9'])
    expect(await choicesOf('Thread')).toEqual([['M8', 'M9']])
  })

  it('is undone in its turn where an import after it is', async () => {
    await createCategory(shop, 'Chains')
    await commitImport(importer, (await stage('a', 'Chains,One.,Pitch,choice,1')).id)
    const second = await stage('b', 'Chains,Two.,Pitch,,2')
    await commitImport(importer, second.id)
    const third = await stage('c', 'Chains,Three.,Pitch,,3')
    await commitImport(importer, third.id)
    expect(await undoImport(shop.system, third.id)).toMatchObject({ undo_left: null })
    expect(await undoImport(shop.system, second.id)).toMatchObject({ undo_left: null })
    expect(await textOf('Chains')).toBe('One.')
    expect(await choicesOf('Pitch')).toEqual([['1']])
  })

  it('is of those alone who may change categories by hand (finding 10)', async () => {
    await sql`insert into account_role (key, name, permissions) values ('files', 'Files', '{imports}'),
      ('both', 'Both', '{imports,catalogue}')`.execute(shop.db)
    const list = { name: 'categories.csv', content: csv('Right,Text.,Size,text,') }
    const refused = await sendList(await createPerson(shop, 'files'), list, { createCategories: true })
    expect(refused).toMatchObject({ state: 'failed' })
    expect(refused.failure).toContain('(categories)')
    const staff = await createPerson(shop, 'both')
    const sent = await sendList(staff, list, { createCategories: true })
    expect(sent).toMatchObject({ state: 'staged', counts: { category: { added: 1 } } })
    expect(await commitSent(staff, sent._id)).toMatchObject({ state: 'committed' })
    // What changes nothing, everybody may send who imports.
    expect(await sendList(await createPerson(shop, 'files'), list)).toMatchObject({ state: 'staged' })
  })

  it('comes back as its refused rows, in its own columns with the reason', async () => {
    const admin = await createPerson(shop, 'admin')
    const sent = await sendList(
      admin,
      { name: 'categories.csv', content: csv('New here,Text.,,,', 'New here,,Size,colour,') },
      { createCategories: true },
    )
    expect(sent).toMatchObject({ counts: { category: { added: 1, refused: 1 } }, files: [{ refused: 1 }] })
    const { body } = await admin.call('GET', `/imports/${sent._id}/refused`)
    expect(body.split('\r\n').slice(0, 2)).toEqual([
      `Why it was refused,${heads}`,
      '"attribute_kind: Write text, number, yes-no or choice. (colour)",New here,,Size,colour,',
    ])
  })
})
