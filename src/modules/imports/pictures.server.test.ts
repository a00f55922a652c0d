import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Person, createPerson, request, signIn } from '#test/factories'
import { type TestShop, startTestShop } from '#test/harness'
import { fileWith, importFiles, importerOf, problemsOf, stageFiles } from '#test/files/imports'
import { picture, pictureForm } from '#test/files/pictures'
import { noCounts } from './import.rules.ts'
import { commitImport } from './commit/commit.server.ts'
import { undoImport } from './commit/undo.server.ts'
import { exportFile } from './export/export.server.ts'
import type { Importer } from './preview/stage.server.ts'
import { removeUnusedPictures } from '../media/sweep.server.ts'

/** Pictures of parts, on their way in from a file and out into one. */
let shop: TestShop
let importer: Importer
let admin: Person
let directory: string
beforeAll(async () => {
  shop = await startTestShop()
  importer = importerOf(shop)
  admin = await createPerson(shop, 'admin')
  directory = await mkdtemp(join(tmpdir(), 'tappet-pictures-'))
})
beforeEach(async () => {
  admin = await signIn(shop, admin.email)
})
afterAll(async () => {
  await shop.close()
  await rm(directory, { recursive: true, force: true })
})

async function uploads(count: number): Promise<string[]> {
  const urls: string[] = []
  while (urls.length < count) {
    const form = pictureForm(await picture({ width: 40, height: 30 }))
    urls.push((await admin.call('POST', '/images', form)).body.data.url)
  }
  return urls
}
const take = async (...lines: string[]) =>
  importFiles(importer, [await fileWith(['part_number,brand,price,pictures', ...lines].join('\n'))], {
    createParts: true,
    source: 'pictures',
  })
async function toolOf(part: string) {
  const { rows } = await sql<{ id: string }>`select id from tool where part_number = ${part}`.execute(shop.db)
  return (await admin.call('GET', `/tools/${rows[0]?.id}`)).body
}
/** Which of these pictures a part shows, in order, with their texts. */
async function shown(part: string, urls: readonly string[]): Promise<string[]> {
  const { pictures } = (await toolOf(part)) as { pictures: { img: string; alt: string }[] }
  const at = (img: string) => urls.findIndex(url => url.replace('-960.', '-640.') === img)
  return pictures.map(({ img, alt }) => `${at(img)} ${alt}`.trim())
}
async function exported(): Promise<string> {
  const path = join(directory, 'parts.csv')
  await exportFile(shop.system, path, { kind: 'parts' })
  return readFile(path, 'utf8')
}
async function expectUnchanged(): Promise<void> {
  const staged = await stageFiles(importer, [await fileWith(await exported())], { source: 'again' })
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer from tool where archived_at is null and part_number is not null`.execute(shop.db)
  expect(staged.counts?.part).toEqual({ ...noCounts(), unchanged: rows[0]?.count })
}

describe('a file of parts with pictures', () => {
  it('shows them in the order of the file, whatever divides them, and is written so that nothing changes', async () => {
    const urls = await uploads(4)
    const path = new URL(urls[1] ?? '').pathname
    const done = await take(
      `P-1,Acme,5,${urls[2]} | ${path}|https://old-name.example${new URL(urls[0] ?? '').pathname} ${path}`,
      `P-2,Acme,5,${urls[3]}`,
      'P-3,Acme,5,',
    )
    expect(done.counts?.part).toMatchObject({ added: 3, refused: 0 })
    expect(await shown('P-1', urls)).toEqual(['2', '1', '0'])
    expect(await shown('P-2', urls)).toEqual(['3'])
    await expectUnchanged()
  })

  it('puts them in the place of those that were there, keeps what is said of them, and is undone whole', async () => {
    const urls = await uploads(4)
    await take(`Q-1,Acme,5,${urls.slice(0, 3).join(' ')}`)
    const tool = await toolOf('Q-1')
    const pictures = tool.pictures.map(({ img }: { img: string }, at: number) => ({ img, alt: `View ${at}` }))
    const { name, description, price, minimumQuantity, img, version, brand, partNumber } = tool
    const body = { name, description, price, minimumQuantity, img, version, brand, partNumber, pictures }
    expect((await admin.call('PUT', `/tools/${tool._id}`, body)).status).toBe(200)
    await expectUnchanged()
    const done = await take(`Q-1,Acme,5,${[urls[1], urls[3], urls[0]].join(' ')}`)
    expect(done.counts?.part).toMatchObject({ changed: 1 })
    expect(await shown('Q-1', urls)).toEqual(['1 View 1', '3', '0 View 0'])
    await undoImport(shop.system, done.id)
    expect(await shown('Q-1', urls)).toEqual(['0 View 0', '1 View 1', '2 View 2'])
    // An empty cell says nothing.
    expect((await take('Q-1,Acme,6,')).counts?.part).toMatchObject({ changed: 1 })
    expect(await shown('Q-1', urls)).toEqual(['0 View 0', '1 View 1', '2 View 2'])
    const fewer = await take(`Q-1,Acme,6,${urls[2]}`)
    expect(await shown('Q-1', urls)).toEqual(['2 View 2'])
    await undoImport(shop.system, fewer.id)
    expect(await shown('Q-1', urls)).toEqual(['0 View 0', '1 View 1', '2 View 2'])
  })

  it('is undone whole however late: those whose place it took stay until then, and its own go after', async () => {
    const urls = await uploads(4)
    await take(`V-1,Acme,5,${urls[0]} ${urls[1]}`)
    const done = await take(`V-1,Acme,5,${urls[2]} ${urls[3]}`)
    const dayPasses = async () => {
      await removeUnusedPictures(shop.system, shop.images)
      shop.passTime(25 * 3600 * 1000)
      await removeUnusedPictures(shop.system, shop.images)
      admin = await signIn(shop, admin.email)
    }
    await dayPasses()
    await undoImport(shop.system, done.id)
    expect(await shown('V-1', urls)).toEqual(['0', '1'])
    const statuses = () => Promise.all(urls.map(async url => (await request(url, 'HEAD')).status))
    expect(await statuses()).toEqual([200, 200, 200, 200])
    await dayPasses()
    expect(await statuses()).toEqual([200, 200, 404, 404])
  })

  it('says what is to be seen on each, and is undone with it; a text too many, or without a picture, is refused', async () => {
    const urls = await uploads(2)
    const both = `${urls[0]} ${urls[1]}`
    const takeTexts = async (...lines: string[]) =>
      importFiles(importer, [await fileWith(['part_number,brand,price,pictures,picture_texts', ...lines].join('\n'))], {
        createParts: true,
        source: 'texts',
      })
    const first = await takeTexts(
      String.raw`U-1,Acme,5,${both},From above; Inside\; opened`,
      `U-2,Acme,5,${both},;From behind`,
      `U-3,Acme,5,${urls[0]},One;Two`,
      'U-4,Acme,5,,One',
    )
    expect(await shown('U-1', urls)).toEqual(['0 From above', '1 Inside; opened'])
    expect(await shown('U-2', urls)).toEqual(['0', '1 From behind'])
    expect((await problemsOf(importer, first)).map(({ code }) => code)).toEqual([
      'picture-texts-too-many',
      'picture-texts-alone',
    ])
    await expectUnchanged()
    const second = await takeTexts(`U-1,Acme,5,${both},From below`, `U-2,Acme,5,${both},;`)
    expect(second.counts?.part).toMatchObject({ changed: 2 })
    expect(await shown('U-1', urls)).toEqual(['0 From below', '1'])
    expect(await shown('U-2', urls)).toEqual(['0', '1'])
    await undoImport(shop.system, second.id)
    expect(await shown('U-1', urls)).toEqual(['0 From above', '1 Inside; opened'])
    // Nothing is said of them: they keep their texts in another order.
    await take(`U-1,Acme,5,${urls[1]} ${urls[0]}`)
    expect(await shown('U-1', urls)).toEqual(['1 Inside; opened', '0 From above'])
  })

  it('is refused row by row where the shop has no such picture, or a tool would have too many', async () => {
    const urls = await uploads(1)
    const unknown = `/images/${'f'.repeat(32)}-960.webp`
    const many = Array.from({ length: 13 }, (_, n) => `/images/${String(n).padStart(32, 'a')}-960.webp`)
    const done = await take(
      `R-1,Acme,5,${urls[0]} ${unknown}`,
      'R-2,Acme,5,https://elsewhere.example/a.png',
      `R-3,Acme,5,${many.join('|')}`,
      `R-4,Acme,5,${urls[0]}`,
    )
    expect(done.counts?.part).toMatchObject({ added: 1, refused: 3 })
    expect((await problemsOf(importer, done)).map(({ code, field }) => [code, field])).toEqual([
      ['too-many-pictures-named', 'pictures'],
      ['picture-unknown', 'pictures'],
      ['picture-unknown', 'pictures'],
    ])
  })

  it('leaves a first picture alone that the part shows without having it: its category’s, or one of another host', async () => {
    const urls = await uploads(3)
    await take('S-1,Acme,5,', 'S-2,Acme,5,', 'S-3,Acme,5,')
    const own = sql`(select id from image where key = ${/([0-9a-f]{32})/.exec(urls[0] ?? '')?.[1]})`
    await sql`insert into category (id, slug, name, image_id) values (gen_random_uuid(), 'pictured', 'Pictured', ${own})`.execute(
      shop.db,
    )
    await sql`update tool set category_id = (select id from category where slug = 'pictured')
      where part_number in ('S-1', 'S-3')`.execute(shop.db)
    await sql`update tool set image_url = 'https://pictures.example/a b|c.png' where part_number = 'S-2'`.execute(
      shop.db,
    )
    await expectUnchanged()
    await take(`S-1,Acme,5,${urls[0]} ${urls[1]}`, `S-2,Acme,5,https://pictures.example/a%20b%7Cc.png ${urls[2]}`)
    expect(await shown('S-1', urls)).toEqual(['0', '1'])
    expect(await shown('S-2', urls)).toEqual(['-1', '2'])
    await expectUnchanged()
    const { rows } = await sql`select image_id from tool where part_number in ('S-1', 'S-2', 'S-3')`.execute(shop.db)
    expect(rows).toEqual([{ image_id: null }, { image_id: null }, { image_id: null }])
  })

  it('that waited until its pictures were gone goes in without them, and says so', async () => {
    const urls = await uploads(2)
    await take('T-1,Acme,5,')
    const path = await fileWith(`part_number,brand,price,pictures\nT-1,Acme,7,${urls.join(' ')}\nT-2,Acme,8,${urls[0]}`)
    const staged = await stageFiles(importer, [path], { createParts: true, source: 'late' })
    shop.passTime(24 * 3600 * 1000 + 1000)
    await removeUnusedPictures(shop.system, shop.images)
    const done = await commitImport(importer, staged.id)
    expect(done.state).toBe('committed')
    admin = await signIn(shop, admin.email)
    expect(await toolOf('T-1')).toMatchObject({ price: 7, pictures: [] })
    expect(await toolOf('T-2')).toMatchObject({ price: 8, pictures: [] })
    expect((await problemsOf(importer, done)).map(({ code }) => code)).toEqual(['picture-unknown', 'picture-unknown'])
  })
})
