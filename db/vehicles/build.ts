import { createReadStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { parse } from 'csv-parse'

// Makes `vehicles.tsv.gz` of the open lists that NOTICE.md names: `node db/vehicles/build.ts {folder of the lists}`.
// One line a vehicle: year, make, model, engine, separated by tabs; without engine for the vehicle whatever its engine.

const files = {
  vpic: 'vpic-ymm-light-1980-2027.csv',
  models: 'us-car-models-1992-2026.csv',
  engines: 'epa-ymme-1985-2015.csv',
}
/** The public tables tell of everything that could be built; what was built until this year, other lists confirm. */
const lastConfirmedYear = 2024

type Named = { year: string; make: string; model: string }
type VpicRow = Named & { confirmed_by: string }
type EngineRow = Named & { cylinders: string; displacement_l: string; fuel: string }

/** A model of one year, with the words that other lists are matched by. */
type Entry = { year: string; make: string; model: string; words: string[]; isConfirmed: boolean; engines: Set<string> }

async function readRows<Row>(folder: string, name: string): Promise<Row[]> {
  return createReadStream(join(folder, name)).pipe(parse({ columns: true })).toArray() as Promise<Row[]>
}

const tidy = (name: string) => name.trim().replace(/\s+/g, ' ')

/** "F-150" and "F150" are one word, "Town & Country" is "Town and Country". */
function wordsOf(name: string): string[] {
  const plain = name.toLowerCase().replaceAll('&', ' and ').replace(/[-.'’]/g, '')
  return plain.split(/[^\p{L}\p{N}!]+/u).filter(word => word !== '')
}

const keyOf = (year: string, make: string) => `${year} ${wordsOf(make).join(' ')}`

/** Makes that one list has for themselves and the other as models of a make: "Scion tC" is a Toyota there. */
const parentMakes: Record<string, string> = { scion: 'Toyota', srt: 'Dodge', 'bmw alpina': 'BMW' }

/**
 * The model that another list's name stands for: the same words, else the longest model whose words begin the name
 * ("Ranger Pickup 2WD" is a Ranger).
 */
function findEntry(entries: Map<string, Entry[]>, { year, make, model }: Named): Entry | undefined {
  return longestPrefix(modelsOf(entries, year, make), make, model)
}

/** "3 Series" stands for the models that begin with a 3 and two more digits: 320i, 328i, 330e. */
function findSeries(entries: Map<string, Entry[]>, { year, make, model }: Named): Entry[] {
  const [, digit] = /^(\d) Series$/.exec(model) ?? []
  if (!digit) return []
  return modelsOf(entries, year, make).filter(entry => /^\d{3}[A-Za-z]*$/.test(entry.model) && entry.model[0] === digit)
}

/** A name of two models ("Voyager/Grand Voyager 2WD") tells the engines of both, but not that both were sold. */
function findSeveral(entries: Map<string, Entry[]>, { year, make, model }: Named): Entry[] {
  const known = modelsOf(entries, year, make)
  const found = [model, ...model.split('/')].map(part => longestPrefix(known, make, part))
  return [...new Set(found.filter(entry => entry !== undefined))]
}

const modelsOf = (entries: Map<string, Entry[]>, year: string, make: string) =>
  entries.get(keyOf(year, parentMakes[make.toLowerCase()] ?? make)) ?? []

function longestPrefix(known: Entry[], make: string, model: string): Entry | undefined {
  const words = wordsOf(model)
  const own = wordsOf(make)
  const [first = '', ...rest] = words
  // "Mazda" "6 Wagon" is the Mazda6, "Scion" "tC" the Scion tC, "GLA" the GLA-Class.
  const names = [words, [...own, ...words], [own.join('') + first, ...rest], [`${first}class`, ...rest]]
  const fits = known.filter(entry =>
    names.some(name => entry.words.length > 0 && entry.words.every((word, index) => name[index] === word)),
  )
  return fits.toSorted((one, other) => other.words.length - one.words.length)[0]
}

const fuels: Record<string, string> = {
  Regular: 'gasoline',
  Premium: 'gasoline',
  Midgrade: 'gasoline',
  Diesel: 'diesel',
  CNG: 'natural gas',
  Electricity: 'electricity',
  'Gasoline or E85': 'gasoline or E85',
  'Premium or E85': 'gasoline or E85',
  'Gasoline or natural gas': 'gasoline or natural gas',
  'Gasoline or propane': 'gasoline or propane',
  'Regular Gas and Electricity': 'gasoline and electricity',
  'Premium Gas or Electricity': 'gasoline and electricity',
  'Premium and Electricity': 'gasoline and electricity',
}

/** "1.8 L, 4 cylinders, gasoline"; undefined where the list does not say enough. */
function engineName({ cylinders, displacement_l: litres, fuel }: EngineRow): string | undefined {
  const plainFuel = fuels[fuel]
  if (!plainFuel) throw new Error(`the fuel ${fuel} has no plain name yet`)
  if (plainFuel === 'electricity') return 'Electric motor'
  if (!Number(litres) || !Number(cylinders)) return undefined
  return `${Number(litres).toFixed(1)} L, ${Number(cylinders)} cylinders, ${plainFuel}`
}

/** One spelling for each make: the public tables' own, unless they shout and the others do not. */
function spellingOf(rows: Named[], others: Named[]): (make: string) => string {
  const shouts = (name: string) => name === name.toUpperCase()
  const spellings = new Map<string, string>()
  for (const { make } of [...rows, ...others]) {
    const key = tidy(make).toLowerCase()
    const known = spellings.get(key)
    if (!known || (shouts(known) && !shouts(tidy(make)))) spellings.set(key, tidy(make))
  }
  return make => spellings.get(tidy(make).toLowerCase()) ?? tidy(make)
}

async function main(folder: string): Promise<void> {
  const rows = await readRows<VpicRow>(folder, files.vpic)
  const models = await readRows<Named>(folder, files.models)
  const engines = await readRows<EngineRow>(folder, files.engines)
  const spell = spellingOf(rows, [...models, ...engines])
  const entries = new Map<string, Entry[]>()
  const seen = new Set<string>()
  for (const row of rows) {
    const [make, model] = [spell(row.make), tidy(row.model)]
    const identity = `${row.year}\t${make}\t${model}`.toLowerCase()
    if (seen.has(identity)) continue
    seen.add(identity)
    const isConfirmed = row.confirmed_by !== '' || Number(row.year) > lastConfirmedYear
    const entry = { year: row.year, make, model, words: wordsOf(model), isConfirmed, engines: new Set<string>() }
    const key = keyOf(row.year, make)
    entries.set(key, [...(entries.get(key) ?? []), entry])
  }
  for (const row of [...models, ...engines]) {
    for (const entry of [findEntry(entries, row), ...findSeries(entries, row)]) if (entry) entry.isConfirmed = true
  }
  for (const row of engines) {
    const name = engineName(row)
    if (name) for (const entry of findSeveral(entries, row)) entry.engines.add(name)
  }
  const lines = [...entries.values()]
    .flat()
    .filter(entry => entry.isConfirmed)
    .flatMap(({ year, make, model, engines }) => ['', ...engines].map(engine => [year, make, model, engine].join('\t')))
    .toSorted()
  const file = join(import.meta.dirname, 'vehicles.tsv.gz')
  await writeFile(file, gzipSync(`${lines.join('\n')}\n`, { level: 9 }))
  process.stdout.write(`${lines.length} vehicles in ${file}\n`)
}

const [folder] = process.argv.slice(2)
if (!folder) throw new Error('say in which folder the lists are')
await main(folder)
