import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPerson, createTool } from '#test/factories'
import { type TestShop, startTestShop } from '#test/harness'
import { fileWith, importFiles, importerOf, stageFiles } from '#test/files/imports'
import { plainNumber } from '#rules/catalogue'
import { addCategories } from '#services/catalogue'
import { noCounts } from '../import.rules.ts'
import { joinTags, joinTexts, splitTags, splitTexts } from '../columns/tags.rules.ts'
import type { ExportKind } from './export.rules.ts'
import { exportFile } from './export.server.ts'

let shop: TestShop
let directory: string
beforeAll(async () => {
  shop = await startTestShop()
  directory = await mkdtemp(join(tmpdir(), 'tappet-export-'))
})
afterAll(async () => {
  await shop.close()
  await rm(directory, { recursive: true, force: true })
})

async function exported(of: TestShop, kind: ExportKind): Promise<string> {
  const path = join(directory, `${kind}.csv`)
  await exportFile(of.system, path, { kind })
  return readFile(path, 'utf8')
}

/** What files trip over: quotes, line breaks, separators, umlauts, what a spreadsheet would compute, zeros in front. */
const awkward = fc.constantFrom(
  '"',
  '""',
  ',',
  ';',
  '|',
  '\\',
  '\n',
  'ü',
  'ß',
  '€',
  '漢',
  '=1+1',
  '+',
  '-',
  '@x',
  "'",
  "'=",
  '007',
  ' ',
  '>',
  '0',
)
const text = (most: number) =>
  fc
    .array(fc.oneof(awkward, fc.string({ unit: 'grapheme-ascii', maxLength: 4 })), { minLength: 1, maxLength: 8 })
    .map(parts => `${parts.join('')}x`.trim().slice(0, most).trim())
const name = (most: number) =>
  text(most).map(value => value.replaceAll(/[\n>]/g, ' ').replaceAll(/\s+/g, ' ').trim() || 'x')
const anyTool = fc.record({
  brand: fc.option(name(80), { nil: null }),
  part: name(40),
  name: name(120),
  description: text(400),
  category: fc.option(fc.array(name(20), { minLength: 1, maxLength: 3 }), { nil: null }),
  price: fc.integer({ min: 1, max: 10_000_000 }),
  stock: fc.integer({ min: 0, max: 5000 }),
  minimum: fc.integer({ min: 1, max: 900 }),
  multiple: fc.integer({ min: 1, max: 900 }),
  unit: fc.constantFrom('each', 'pair', 'set', 'box'),
  boxQuantity: fc.integer({ min: 2, max: 500 }),
  level: fc.option(fc.nat(500)),
  taxClass: fc.constantFrom('standard', 'reduced'),
  weight: fc.option(fc.integer({ min: 1, max: 99_999_999 })),
  tags: fc.uniqueArray(name(20), { maxLength: 4, selector: tag => tag.toLowerCase() }),
  universal: fc.boolean(),
  /** What is said of each of its pictures. */
  pictures: fc.array(fc.oneof(fc.constant(''), text(120)), { maxLength: 3 }),
  /** Of the category at the top of its own: which of each attribute's values it says, if any. */
  says: fc.record({
    note: fc.option(name(120), { nil: null }),
    width: fc.option(fc.tuple(fc.integer({ min: -999_999_999, max: 999_999_999 }), fc.nat(999_999)), { nil: null }),
    coated: fc.option(fc.boolean(), { nil: null }),
    material: fc.option(fc.nat(2), { nil: null }),
  }),
})
type AnyTool = typeof anyTool extends fc.Arbitrary<infer T> ? T : never

/** Names that files trip over, too. Siblings have attributes of the same names, so they share columns. */
const attributes = [
  { name: 'Anmerkung; "kurz"', slug: 'anmerkung-kurz', kind: 'text', unit: '' },
  { name: 'Breite, außen', slug: 'breite-außen', kind: 'number', unit: 'mm' },
  { name: 'Coated', slug: 'coated', kind: 'yes-no', unit: '' },
  { name: 'Material', slug: 'material', kind: 'choice', unit: '' },
]
const materials = ['=Steel+1', 'Stahl "weiß", 0,5', "'007"].map((name, at) => ({ key: at + 1, name }))

/** Gives every category at the top its attributes. */
async function putAttributes(shop: TestShop): Promise<void> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from category where parent_id is null and not exists (select from attribute where category_id = category.id)
    order by lower(name)`.execute(shop.db)
  for (const { id, name: category } of rows) {
    for (const [position, { name, slug, kind, unit }] of attributes.entries()) {
      const choices = kind === 'choice' ? materials : []
      await sql`
        insert into attribute (id, category_id, name, slug, kind, unit, choices, choices_made, position)
        values (gen_random_uuid(), ${id}, ${name}, ${slug}, ${kind}, ${category.length % 2 === 0 ? unit : unit && 'in'},
          ${JSON.stringify(choices)}, 3, ${position})`.execute(shop.db)
    }
  }
}

async function say(tool: string, { note, width, coated, material }: AnyTool['says']): Promise<void> {
  const [whole, part] = width ?? [0, 0]
  const values = {
    'anmerkung-kurz': note,
    'breite-außen': width && plainNumber(`${whole}.${String(part).padStart(6, '0')}`),
    coated: coated === null ? null : coated ? 'yes' : 'no',
    material: material === null ? null : String(material + 1),
  }
  await sql`
    update tool set attributes = coalesce((
      select jsonb_object_agg(attribute.ordinal, said.value)
      from jsonb_each_text(${JSON.stringify(values)}::jsonb) said
        join category own on own.id = tool.category_id
        join category top on starts_with(own.path || '/', top.path || '/')
        join attribute on attribute.category_id = top.id and attribute.slug = said.key
      where said.value is not null), '{}') where id = ${tool}`.execute(shop.db)
}

async function put(tool: AnyTool): Promise<void> {
  const id = await createTool(shop, {
    name: tool.name,
    price: tool.price,
    onHand: tool.stock,
    minimum: tool.minimum * tool.multiple,
    multiple: tool.multiple,
  })
  const path = tool.category?.join(' > ')
  if (path !== undefined) await addCategories(shop.system, [path])
  await putAttributes(shop)
  await sql`
    with brand as (
      insert into brand (id, name) select gen_random_uuid(), ${tool.brand}::text
      where ${tool.brand}::text is not null and not exists (select from brand where lower(name) = lower(${tool.brand}))
      returning id)
    update tool set description = ${tool.description}, tags = ${tool.tags}, part_number = ${tool.part},
      is_universal = ${tool.universal}, sales_unit = ${tool.unit}, weight_grams = ${tool.weight},
      low_stock_level = ${tool.level}, tax_class = ${tool.taxClass},
      box_quantity = ${tool.unit === 'box' ? tool.boxQuantity : null},
      brand_id = coalesce((select id from brand), (select id from brand where lower(name) = lower(${tool.brand}))),
      category_id = (select id from category where lower(full_name) = lower(${path ?? null}))
    where id = ${id}`.execute(shop.db)
  await say(id, tool.says)
  await sql`
    with said as (
      select alt, at, (array(select id from image order by key))[at] as image_id
      from unnest(${tool.pictures}::text[]) with ordinality as one (alt, at)
    ), behind as (
      insert into tool_picture (tool_id, position, image_id, alt) select ${id}, at, image_id, alt from said where at > 1)
    update tool set image_id = said.image_id, image_alt = said.alt from said where at = 1 and tool.id = ${id}`.execute(
    shop.db,
  )
}

/** Three pictures that a shop has. */
async function putPictures({ db }: TestShop): Promise<void> {
  await sql`
    insert into image (id, key, width, height)
    select ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, repeat(n::text, 32), 40, 30
    from generate_series(1, 3) n`.execute(db)
}

describe('a file that the shop writes', () => {
  it('changes nothing when it is imported again, and makes the same shop of an empty one', async () => {
    const tools =
      fc.sample(
        fc.uniqueArray(anyTool, {
          minLength: 60,
          maxLength: 60,
          selector: ({ part }) => part.replaceAll(/[^\p{L}\p{N}]/gu, '').toLowerCase(),
        }),
        1,
      )[0] ?? []
    const kinds = ['parts', 'prices', 'stock'] as const
    const distinct = tools.filter(({ part }) => /[\p{L}\p{N}]/u.test(part))
    await putPictures(shop)
    for (const tool of distinct) await put(tool)
    const importer = importerOf(shop)
    for (const kind of kinds) {
      const written = await exported(shop, kind)
      const staged = await stageFiles(importer, [await fileWith(written, `${kind}.csv`)], {
        source: kind,
        createParts: true,
      })
      expect(staged.counts?.part, kind).toEqual({ ...noCounts(), unchanged: distinct.length })
    }

    const empty = await startTestShop()
    try {
      const parts = await exported(shop, 'parts')
      expect(parts).toContain('"attribute:Breite, außen (')
      // In another order, so that attributes have other numbers.
      const { rows } = await sql<{
        name: string
      }>`select name from category where parent_id is null order by lower(name)`.execute(shop.db)
      await addCategories(
        empty.system,
        rows.map(category => category.name),
      )
      await putAttributes(empty)
      await putPictures(empty)
      const options = { createParts: true, createCategories: true }
      const done = await importFiles(importerOf(empty), [await fileWith(parts, 'parts.csv')], options)
      expect(done.counts?.part).toMatchObject({ added: distinct.length, refused: 0 })
      const sorted = (csv: string) => csv.split('\r\n').toSorted()
      for (const kind of kinds) expect(sorted(await exported(empty, kind))).toEqual(sorted(await exported(shop, kind)))
    } finally {
      await empty.close()
    }
  }, 120_000)

  it('has every tool on sale once, page by page, however many tools a page has', async () => {
    const admin = await createPerson(shop, 'admin')
    const all = (await admin.call('GET', '/exports/stock?limit=5000')).body
    const walked: string[][] = []
    let query: string | undefined = '?limit=7'
    while (query !== undefined) {
      const { body, headers } = await admin.call('GET', `/exports/stock${query}`)
      walked.push(...body)
      expect(headers.get('x-total-count')).toBe(String(all.length))
      query = /\?[^>]*/.exec(headers.get('link') ?? '')?.[0]
    }
    expect(walked).toEqual(all)
    expect(await admin.call('GET', '/exports/secrets')).toMatchObject({ status: 400 })
    expect(await admin.call('GET', '/exports/parts?after=x')).toMatchObject({ status: 400 })
  })

  it('keeps tags apart, whatever is in them', () => {
    fc.assert(
      fc.property(fc.uniqueArray(name(40), { maxLength: 12 }), tags => {
        expect(splitTags(joinTags(tags))).toEqual(tags)
      }),
    )
    expect(splitTags('cordless; 18 V|quiet;;')).toEqual(['cordless', '18 V', 'quiet'])
  })

  it('keeps the texts of pictures in their places, whatever is in them and wherever there is none', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.constant(''), text(120)), { maxLength: 12 }), texts => {
        const read = splitTexts(joinTexts(texts))
        expect(texts.map((_, at) => read[at] ?? '')).toEqual(texts)
        expect(read.length).toBeLessThanOrEqual(texts.length)
      }),
    )
  })
})
