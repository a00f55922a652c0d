import { randomUUID } from 'node:crypto'
import { newId } from '#platform/context'
import type { catalogueContract } from '#contracts/catalogue'
import type { InputOf } from '#kernel/endpoint'
import type { editRights } from '../../src/modules/catalogue/tools/edit-rights.rules.ts'
import { type Person, createAttribute, createCategory, toolOf } from '../factories.ts'
import { givenPicture } from '../files/pictures.ts'
import type { TestShop } from '../harness.ts'
import { numberColumns } from '../../src/modules/imports/columns/number-columns.rules.ts'
import { columnsOf } from '../../src/modules/imports/columns/csv-columns.rules.ts'

/** A tool on sale with what its form would send of it. */
export async function givenTool(admin: Person) {
  const partNumber = randomUUID()
  const body = toolOf(await givenPicture(admin), { partNumber })
  const { insertedId: id } = (await admin.call('POST', '/tools', body)).body
  const { version } = (await admin.call('GET', `/tools/${id}`)).body
  return { id, partNumber, body: { ...body, version } }
}

type Making = (shop: TestShop, admin: Person) => Promise<Record<string, unknown>>
const saying =
  (change: Record<string, unknown>): Making =>
  () =>
    Promise.resolve(change)
const slugOf = async (shop: TestShop) => {
  const name = randomUUID()
  await createCategory(shop, name)
  return name
}

type Field = keyof InputOf<typeof catalogueContract.addTool>['body']

/** One change of each field of a tool. A field of the contract without one does not compile. */
export const changes: Record<Field, Making> & Record<string, Making> = {
  name: saying({ name: 'Another name' }),
  description: saying({ description: 'Something else.' }),
  price: saying({ price: '1.50' }),
  minimumQuantity: saying({ minimumQuantity: '3' }),
  img: async (_shop, admin) => ({ img: await givenPicture(admin) }),
  pictures: saying({ pictures: [] }),
  tags: saying({ tags: ['red'] }),
  partNumber: saying({ partNumber: 'N-1' }),
  brand: saying({ brand: 'Another brand' }),
  category: async shop => ({ category: await slugOf(shop) }),
  taxClass: saying({ taxClass: 'reduced' }),
  unit: saying({ unit: 'box', boxQuantity: 10 }),
  boxQuantity: saying({ unit: 'box', boxQuantity: 12 }),
  multiple: saying({ multiple: 2 }),
  weightGrams: saying({ weightGrams: 5 }),
  lowStockLevel: saying({ lowStockLevel: 5 }),
  attributes: async shop => {
    await createAttribute(shop)
    return { attributes: {} }
  },
  availableQuantity: saying({ availableQuantity: '7' }),
}

/** What an edit of many tools says to change one field. */
export async function editOf(field: string, shop: TestShop): Promise<object> {
  const said: Record<keyof typeof editRights, unknown> = {
    price: { how: 'set', value: '1.50' },
    category: field === 'category' ? await slugOf(shop) : undefined,
    taxClass: 'reduced',
    minimumQuantity: 4,
    multiple: 2,
    stock: { how: 'add', units: 5 },
    tags: { how: 'replace', tags: ['blue'] },
    archive: true,
  }
  return { [field]: said[field as keyof typeof said] }
}

const cells: Record<string, string> = {
  name: 'Another name',
  description: 'Something else.',
  price: '1.50',
  stock: '7',
  quantity: '7',
  minimum: '4',
  multiple: '2',
  unit: 'pair',
  weight: '1.5',
  low_stock_level: '3',
  tags: 'blue',
  universal: 'yes',
  list_price: '2.50',
  country_of_origin: 'DE',
  customs_code: '870830',
}

/** What a file of parts can change of a tool, what prices and stock come as alone, parts that are new, and categories. */
export const columnsToFile = [
  ...columnsOf('parts').filter(
    column =>
      !['part_number', 'brand', 'picture_texts', 'pictures', 'tax_class', ...Object.keys(numberColumns)].includes(
        column,
      ),
  ),
  'quantity',
  'new part',
  'category text',
  'new category with an attribute',
  'new attribute',
]

async function aCategory(shop: TestShop): Promise<string> {
  const name = randomUUID()
  await createCategory(shop, name)
  return name
}

/** A file that changes one column of a part or a category that is there, or that brings one. */
export async function fileOf(column: string, { shop, admin }: { shop: TestShop; admin: Person }) {
  const { partNumber } = await givenTool(admin)
  const value = column.startsWith('category') ? randomUUID() : cells[column]
  if (column.startsWith('category')) await createCategory(shop, value)
  const special = new Map([
    ['new part', `part_number,name,price,stock\n${randomUUID()},Brought,2.00,9\n`],
    ['category text', `category,attribute_name,category_text\n${value},,Something else.\n`],
    ['new category with an attribute', `category,attribute_name,attribute_kind\n${randomUUID()},Size,text\n`],
    ['new attribute', `part_number,price,category,attribute:Size\n${randomUUID()},2.00,${await aCategory(shop)},5\n`],
    // It says something of a price alone.
    ['price_per', `part_number,price,price_per\n${partNumber},250.00,100\n`],
  ])
  const csv = special.get(column) ?? `part_number,${column}\n${partNumber},${value}\n`
  return {
    async send(person: Person): Promise<string> {
      const upload = newId()
      const form = new FormData()
      form.set('piece', new Blob([csv]), 'file.csv')
      await person.call('POST', `/imports/uploads?upload=${upload}&piece=0`, form)
      const body = {
        files: [{ upload, name: 'file.csv' }],
        source: randomUUID(),
        createParts: true,
        createCategories: true,
        createAttributes: true,
      }
      return (await person.call('POST', '/imports', body)).body.insertedId
    },
  }
}
