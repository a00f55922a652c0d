import { sql } from 'kysely'
import type { ImportRow } from '../../src/modules/imports/row.server.ts'
import { createPerson } from '../factories.ts'
import { type TestShop, startTestShop } from '../harness.ts'
import { fileWith, importFiles, importerOf, problemsOf, stageFiles } from './imports.ts'

/** What imports ask for that are to add all that the shop lacks. */
export const addingAll = { createParts: true, createCategories: true, createAttributes: true, source: 'made' }

/** A list of parts with these columns behind number, price and category. */
export const partsCsv = (head: string, ...lines: string[]) =>
  `${[`part_number,price,category,${head}`, ...lines].join('\n')}\n`

export type AttributeShop = Awaited<ReturnType<typeof startAttributeShop>>

/** A shop to which lists of parts with attributes come, and what it has of them. */
export async function startAttributeShop() {
  const shop: TestShop = await startTestShop()
  const importer = importerOf(shop)
  const admin = await createPerson(shop, 'admin')
  const idOf = async (query: ReturnType<typeof sql<{ id: string }>>) => (await query.execute(shop.db)).rows[0]?.id
  return {
    shop,
    importer,
    admin,
    stage: async (head: string, ...lines: string[]) =>
      stageFiles(importer, [await fileWith(partsCsv(head, ...lines))], addingAll),
    take: async (head: string, ...lines: string[]) =>
      importFiles(importer, [await fileWith(partsCsv(head, ...lines))], addingAll),

    /** What an import tells about attributes. */
    told: async (row: ImportRow) =>
      (await problemsOf(importer, row))
        .filter(({ code }) => code.startsWith('attribute-'))
        .map(({ code, field, value, times }) => [code, field, value, times]),

    /** Adds an attribute by hand. */
    async add(category: string, input: object): Promise<void> {
      const id = await idOf(sql`select id from category where full_name = ${category}`)
      const { status } = await admin.call('POST', `/categories/${id}/attributes`, input)
      if (status !== 200) throw new Error(`not added: ${status}`)
    },

    /** The attributes in and below a category. */
    async attributesOf(top: string): Promise<string[][]> {
      const { rows } = await sql<{ category: string; name: string; kind: string; unit: string; choices: string[] }>`
        select category.full_name as category, attribute.name, kind, unit,
          array(select one ->> 'name' from jsonb_array_elements(choices) with ordinality as each (one, at) order by at) as choices
        from attribute join category on category.id = attribute.category_id
        where starts_with(category.full_name || ' > ', ${`${top} > `}) order by category.full_name, attribute.ordinal`.execute(
        shop.db,
      )
      return rows.map(({ category, name, kind, unit, choices }) => [category, name, kind, unit, choices.join('; ')])
    },

    /** What a part says of itself, by the names of attributes. */
    async said(part: string): Promise<Record<string, string>> {
      const id = await idOf(sql`select id from tool where part_number = ${part} and archived_at is null`)
      const { attributes } = (await admin.call('GET', `/tools/${id}`)).body
      return Object.fromEntries(attributes.map(({ name, label }: { name: string; label: string }) => [name, label]))
    },
  }
}
