import { sql } from 'kysely'
import type { Database } from '#platform/database'

/** How large the catalogue of the finder's bench is. */
export type CatalogueSize = { tools: number; applications: number; numbers: number }

/**
 * Fills an empty shop with a catalogue that is the same each time: names, numbers, prices and fitment are computed from
 * each row's own number. A few words are in a tenth of all names and most in a handful, as in a real catalogue; a few
 * vehicles have thousands of parts and most some hundred. Vehicles have to be there.
 */
export async function fillCatalogue(db: Database, size: CatalogueSize): Promise<void> {
  await db.transaction().execute(async db => {
    // Triggers and foreign keys check what comes from outside; this comes from here, ten million rows of it.
    await sql`set local session_replication_role = replica`.execute(db)
    await sql`set local work_mem = '512MB'`.execute(db)
    await sql`set local maintenance_work_mem = '1GB'`.execute(db)
    await addGroups(db)
    await addTools(db, size.tools)
    await addNumbers(db, size)
    await addFitment(db, size)
  })
  await sql`vacuum analyze`.execute(db)
}

const brands = 800

/** Brands of three syllables, so that they are words of their own, and categories. */
async function addGroups(db: Database): Promise<void> {
  await sql`insert into brand (id, name) select ${benchUuid('b', sql`n`)}, ${madeUpWord(sql`n * 7`)} || n
    from generate_series(1, ${brands}::integer) n`.execute(db)
  await sql`insert into category (id, slug, name, path, full_name, is_shown)
    select ${benchUuid('c', sql`n`)}, 'category-' || n, noun || ' parts', 'category-' || n, noun || ' parts', true
    from (select n, (${nouns}::text[])[n] as noun from generate_series(1, ${nouns.length}::integer) n) made`.execute(db)
}

async function addTools(db: Database, tools: number): Promise<void> {
  await sql`
    insert into tool (id, name, description, tags, part_number, brand_id, category_id, price, minimum_quantity, on_hand,
      is_universal, rating_total, rating_count, created_at)
    select ${benchUuid('a', sql`n`)},
      qualifier || ' ' || noun || ' ' || series || ' ' || (50 + n % 400) || ' mm',
      'For workshops. ' || noun || ' of the series ' || series || ', made of ' || material || '.',
      array[material, 'grade ' || n % 9],
      'P' || lpad(to_hex(n), 6, '0') || '-' || n % 97,
      ${benchUuid('b', sql`1 + (n * 31) % ${brands}::integer`)}, ${benchUuid('c', sql`noun_at`)},
      100 + ${chance(sql`n`, 5)} * ${chance(sql`n`, 6)} * 90000, 1,
      case when n % 5 = 0 then 0 else n % 300 end, noun_at > ${nouns.length - universalNouns}::integer, (n % 7 + 14) * (n % 4), (n % 4) * 5,
      timestamptz '2020-01-01' + n * interval '1 second'
    from (
      select n, noun_at, (${nouns}::text[])[noun_at] as noun,
        (${qualifiers}::text[])[1 + floor(${qualifiers.length} * ${chance(sql`n`, 2)})::integer] as qualifier,
        (${materials}::text[])[1 + floor(${materials.length} * ${chance(sql`n`, 3)})::integer] as material,
        ${madeUpWord(sql`floor(27000 * power(${chance(sql`n`, 4)}, 3))::integer`)} as series
      from (
        select n, 1 + floor(${nouns.length} * power(${chance(sql`n`, 1)}, 2))::integer as noun_at
        from generate_series(1, ${tools}::integer) n
      ) chosen
    ) made`.execute(db)
}

/** The own number of each tool, and for the rest two of the vehicle maker's to one of another brand and one GTIN. */
async function addNumbers(db: Database, { tools, numbers }: CatalogueSize): Promise<void> {
  await sql`insert into data_source (name, dated) values ('Bench', '2026-01-01')`.execute(db)
  await sql`
    insert into part_number (tool_ordinal, kind, value, brand)
    select tool.ordinal, 'own', tool.part_number, brand.name from tool join brand on brand.id = tool.brand_id
    order by tool.part_number`.execute(db)
  await sql`
    insert into part_number (tool_ordinal, kind, value, brand, source_id)
    select tool_ordinal, kind, case kind
        when 'gtin' then lpad((n * 7919000003 % 10000000000000)::text, 14, '0')
        when 'oem' then (10000 + n % 89999) || '-' || lpad(to_hex(n * 2654435761 % 4294967296), 8, '0')
        else 'X' || (n * 48271 % 2147483647) || '/' || n % 10 end,
      case kind when 'oem' then 'Maker ' || n % 40 when 'interchange' then 'Rival ' || n % 200 end, source
    from (
      select n, 1 + (n * 13) % ${tools}::integer as tool_ordinal,
        (array['oem', 'oem', 'interchange', 'gtin'])[1 + n % 4] as kind, (select max(id) from data_source) as source
      from generate_series(1::bigint, ${numbers - tools}::integer) n
    ) made`.execute(db)
}

/** Rows come in the order of the index by which they are read, as they would after years of imports and one CLUSTER. */
async function addFitment(db: Database, { tools, applications }: CatalogueSize): Promise<void> {
  await sql`
    insert into fitment (vehicle_id, tool_ordinal, fits, position, quantity, conditions, notes, source_id)
    select vehicle.id, tool_ordinal, n % 60 <> 0, (array['Front', 'Rear', null])[1 + n % 3], 1 + n % 2,
      case when n % 10 = 0 then jsonb_build_array(jsonb_build_object('name', 'Submodel', 'value', 'S' || n % 12)) end,
      case when n % 25 = 0 then array['With sport suspension'] end, (select max(id) from data_source)
    from (
      select n, 1 + n % ${tools}::integer as tool_ordinal,
        1 + floor(vehicles * power(${chance(sql`n`, 8)}, 1.3))::integer as place
      from generate_series(1::bigint, ${applications}::integer) n, (select count(*) as vehicles from vehicle) counted
    ) made
      join (select id, row_number() over (order by hashint4(id)) as place from vehicle) vehicle using (place)
    order by vehicle.id, tool_ordinal`.execute(db)
}

type Sql = ReturnType<typeof sql>

/** A number from 0 to 1 that looks like chance and is the same each time. */
const chance = (n: Sql, seed: number) => sql`((hashint8extended(${n}::bigint, ${sql.lit(seed)}) & 1048575) / 1048576.0)`

/** Ids of the form of UUIDs, of a row's number. The kind keeps tools, brands and categories apart. */
const benchUuid = (kind: 'a' | 'b' | 'c', n: Sql) =>
  sql`(${sql.lit(`${kind}0000000-0000-7000-8000-`)} || lpad((${n})::text, 12, '0'))::uuid`

export const benchToolId = (n: number): string => `a0000000-0000-7000-8000-${String(n).padStart(12, '0')}`

export const wordsOf = (list: string): string[] => list.trim().split(/,\s+/)

const syllables = wordsOf(`
  ka, ro, ven, tal, mi, dor, sen, bra, lu, gor, nek, pa, ris, ton, va, zel, hu, fer, qui, lo, man, ste,
  gri, ol, wen, jas, xi, bel, cor, du`)

/** One of 27,000 words that no language has. */
const madeUpWord = (n: Sql) => {
  const syllable = (divisor: number) =>
    sql`(${syllables}::text[])[1 + ((${n})::integer / ${sql.lit(divisor)}) % ${sql.lit(syllables.length)}]`
  return sql`(${syllable(1)} || ${syllable(30)} || ${syllable(900)})`
}

const qualifiers = ['Front', 'Rear', 'Left', 'Right', 'Upper', 'Lower', 'Inner', 'Outer', 'Heavy-duty', 'Sport']
const materials = ['steel', 'cast iron', 'aluminium', 'rubber', 'ceramic', 'polymer', 'brass', 'copper', 'composite']

/** So many of the last nouns are of things that fit whatever they are used on. */
const universalNouns = 5

/** The first are the most frequent. */
export const nouns = wordsOf(`
  Brake pad, Brake disc, Oil filter, Air filter, Spark plug, Shock absorber, Control arm,
  Wheel bearing, Timing belt, Water pump, Fuel pump, Clutch kit, Ignition coil, Radiator hose,
  Wiper blade, Cabin filter, Tie rod, Ball joint, Brake caliper, Alternator, Starter motor, Thermostat,
  Head gasket, Drive shaft, Lambda sensor, Camshaft sensor, Crankshaft pulley, Fuel injector,
  Turbocharger, Intercooler, Exhaust clamp, Silencer, Manifold gasket, Piston ring, Valve cover,
  Rocker arm, Timing chain, Engine mount, Gearbox mount, Stabiliser link, Coil spring, Wheel stud,
  Hub cap, Door handle, Window regulator, Mirror glass, Headlamp, Indicator lamp, Fuse holder, Relay,
  Battery terminal, Horn, Torque wrench, Socket, Puller, Jack stand`)
