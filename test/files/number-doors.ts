import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { eventually } from '#test/eventually'
import { type Person, visitor } from '#test/factories'
import type { TestShop } from '#test/harness'
import { foldPartNumber } from '#rules/finder'
import { fileWith, importFiles, importerOf } from './imports.ts'
import { smallPicture } from './pictures.ts'
import { zipForm } from './zip.ts'

/** A shop and a member of its staff who may do all. */
export type Entered = { shop: TestShop; staff: Person }

/** The id of the part that each number is taken for; undefined where a door asks or refuses. */
type Taken = (string | undefined)[]
type Door = {
  /** Where the program looks up parts for it. */
  at: string
  /** Numbers that cannot be written there, or mean something else. */
  isOther?: RegExp
  take(entered: Entered, typed: readonly string[]): Promise<Taken>
}

let made = 0
const parts = 'src/modules/imports/plan/parts.server.ts'

const oneByOne =
  (take: (entered: Entered, typed: string) => Promise<string | undefined>): Door['take'] =>
  (entered, all) =>
    all.reduce<Promise<Taken>>(
      async (before, typed) => [...(await before), await take(entered, typed)],
      Promise.resolve([]),
    )

/** Where a part may stand once: numbers that are compared alike go one after the other. */
const eachPartOnce =
  (take: Door['take']): Door['take'] =>
  async (entered, all) => {
    const turns = [...Map.groupBy(all.keys(), at => foldPartNumber(all[at] ?? '')).values()]
    const taken: Taken = all.map(() => undefined)
    for (let turn = 0; turns.some(alike => alike.length > turn); turn += 1) {
      const places = turns.flatMap(alike => alike[turn] ?? [])
      const found = await take(
        entered,
        places.map(at => all[at] ?? ''),
      )
      for (const [at, tool] of found.entries()) taken[places[at] ?? 0] = tool
    }
    return taken
  }

/** An import of one file that has a mark of its own for each number; `found` says by which marks tools have been told. */
const byImport =
  (fileOf: (rows: Rows) => string, found: string): Door['take'] =>
  async ({ shop }, all) => {
    const rows = all.map(typed => ({ typed, mark: (made += 1) }))
    // Nothing goes in where every row is refused.
    await importFiles(importerOf(shop), [await fileWith(fileOf(rows))], { source: `Door ${made}` })
    const marks = rows.map(({ mark }) => `Door ${mark}`)
    const { rows: told } = await sql<{ id: string; mark: string }>`
      select * from (${sql.raw(found)}) told where mark = any(${marks})`.execute(shop.db)
    return marks.map(mark => told.find(one => one.mark === mark)?.id)
  }

type Rows = { typed: string; mark: number }[]
const csvOf = (head: string, cellsOf: (mark: number) => string) => (rows: Rows) =>
  [head, ...rows.map(({ typed, mark }) => `"${typed}";${cellsOf(mark)}`), ''].join('\n')
const xmlOf = (root: string, elementOf: (row: Rows[number]) => string) => (rows: Rows) =>
  `<${root}>${rows.map(elementOf).join('')}</${root}>`

const named = 'select id, name as mark from tool'
const waiting = `select tool.id, coalesce(model, 'Door ' || external_id) as mark
  from unresolved_fitment join tool on tool.ordinal = tool_ordinal`
const numbered = 'select tool.id, value as mark from part_number join tool on tool.ordinal = tool_ordinal'

/** Each door that takes part numbers. */
const doors = {
  'a quick order': {
    at: 'src/modules/ordering/order-pad/order-pad.server.ts',
    async take({ shop }, all) {
      const rows = all.map(number => ({ number, quantity: 1 }))
      const { body } = await visitor(shop).call('POST', '/order-pad', { rows })
      return all.map((_, at) => body.added.find((line: { rows: number[] }) => line.rows.includes(at))?.tools_id)
    },
  },
  'a file of prices': {
    at: 'src/modules/pricing/files/stage.server.ts',
    take: oneByOne(async ({ staff }, typed) => {
      const fields = { name: `List ${++made}`, gross: false, audience: 'everyone' }
      const list = (await staff.call('POST', '/price-lists', fields)).body.insertedId
      const form = new FormData()
      form.set('prices', new Blob([`part_number;price\n"${typed}";5\n`]), 'prices.csv')
      await staff.call('POST', `/price-lists/${list}/file`, form)
      const { body } = await staff.call('GET', `/price-lists/${list}/entries`)
      return body[0]?.tool._id
    }),
  },
  'a stock take': {
    at: 'src/modules/stock/counts.server.ts',
    take: oneByOne(async ({ staff }, typed) => {
      const take = (await staff.call('POST', '/stockTakes', { note: 'Shelf 1' })).body.insertedId
      const counts = [{ partNumber: typed, counted: 4 }]
      const { body } = await staff.call('POST', `/stockTakes/${take}/counts`, { counts })
      return body.counted[0]?.tool._id
    }),
  },
  'an import of parts': {
    at: parts,
    take: eachPartOnce(
      byImport(
        csvOf('part_number;name', mark => `Door ${mark}`),
        named,
      ),
    ),
  },
  'an import of numbers': {
    at: parts,
    take: byImport(
      csvOf('part_number;kind;number;number_brand', mark => `oem;Door ${mark};Kestrel`),
      numbered,
    ),
  },
  'an import of applications': {
    at: parts,
    take: byImport(
      csvOf('part_number;make;model;year', mark => `Kestrel;Door ${mark};2001`),
      waiting,
    ),
  },
  'an ACES file': {
    at: parts,
    take: byImport(
      xmlOf('ACES', ({ typed, mark }) => `<App id="1"><BaseVehicle id="${mark}"/><Part>${typed}</Part></App>`),
      waiting,
    ),
  },
  'a PIES file': {
    at: parts,
    take: eachPartOnce(
      byImport(
        xmlOf('PIES', ({ typed, mark }) => {
          const description = `<Description DescriptionCode="SHO">Door ${mark}</Description>`
          return `<Item><PartNumber>${typed}</PartNumber><Descriptions>${description}</Descriptions></Item>`
        }),
        named,
      ),
    ),
  },
  'the pictures of a ZIP': {
    at: 'src/modules/catalogue/batches/plan.server.ts',
    // A slash makes folders, and what looks like the end of `KT-1042-2` says which picture of its part it is.
    isOther: /[/\\\u2044\u2215]|[-_ ]\(?\d{1,2}\)?$/,
    async take({ staff }, all) {
      const picture = await smallPicture()
      const files = Object.fromEntries(all.map(typed => [`${typed}.jpg`, picture]))
      const { body } = await staff.call('POST', '/pictureBatches?name=shelf.zip', zipForm(files))
      const read = async () => (await staff.call('GET', `/pictureBatches/${body.insertedId}`)).body
      await eventually(read, ({ state }) => state === 'planned')
      const rows = (await staff.call('GET', `/pictureBatches/${body.insertedId}/rows?limit=200`)).body
      return all.map(typed => rows.find(({ name }: { name: string }) => name === `${typed}.jpg`)?.tool?._id)
    },
  },
} satisfies Record<string, Door>

export type DoorName = keyof typeof doors
export const doorNames = Object.keys(doors) as DoorName[]
const doorOf = (name: DoorName): Door => doors[name]

/** What each of these numbers is taken for; those that cannot be written at a door are left out. */
export async function takeAllAt(
  name: DoorName,
  entered: Entered,
  all: readonly string[],
): Promise<{ typed: string; tool: string | undefined }[]> {
  const { isOther, take } = doorOf(name)
  const said = all.filter(typed => !isOther?.test(typed))
  const taken = said.length > 0 ? await take(entered, said) : []
  return said.map((typed, at) => ({ typed, tool: taken[at] }))
}

/** Where the program looks up parts by numbers that somebody has written. */
export const placesOfDoors: ReadonlySet<string> = new Set(doorNames.map(name => doorOf(name).at))

/** Whether a file of the program compares numbers as they are folded, or asks what they mean. */
export const looksUpNumbers = (path: string): boolean =>
  /\b(?:fold_part_number|resolveNumbers)\(|\bfolded = /.test(readFileSync(path, 'utf8'))
