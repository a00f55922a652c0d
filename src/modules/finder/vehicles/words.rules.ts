/** Words that name a vehicle inside a search: "brake pads honda civic 2015". */

export type NamedModel = { make: string; model: string }
export type VehicleNames = {
  /** By their folded names; nicknames lead to the make too. */
  makes: ReadonlyMap<string, string>
  /** By the folded name of the make and of the model. */
  models: ReadonlyMap<string, NamedModel>
  /** Models that tell what they are without their make, by their folded name: of one make as a rule. */
  aloneModels: ReadonlyMap<string, NamedModel[]>
}

export type VehicleWords = {
  /** None: only make or model are said. */
  year: number | undefined
  /** None: the model alone is said. */
  make: string | undefined
  /** Several where makes share the name and the make is not said: the year may tell which it is. None: any of the make. */
  models: NamedModel[]
  /** The other words, in their order. */
  others: string
}

/** What people say for a make. */
const nicknames = new Map(
  Object.entries({
    chevy: 'Chevrolet',
    chev: 'Chevrolet',
    vw: 'Volkswagen',
    mercedes: 'Mercedes-Benz',
    benz: 'Mercedes-Benz',
    merc: 'Mercedes-Benz',
    beemer: 'BMW',
    caddy: 'Cadillac',
    mitsu: 'Mitsubishi',
    olds: 'Oldsmobile',
  }),
)

/** Makes and models whose names are words of the trade: they mean a vehicle only beside each other, or a make beside its year. */
const tradeWords = new Set(
  'accent beat bolt canyon contour echo eclipse flex ghost horizon magnum mark medallion premier probe rally sky spectrum summit turbo vision wave charger compass cube cutlass cooper dart edge element escape express fit focus frontier fusion h1 h2 h3 journey key kicks leaf link lift metro micra mini pacer patriot pilot pin prime ram ranger ray relay rocky rover sable seat sedan shadow silhouette solara sonic spark spirit sport sprint sprinter star storm swift thing torrent tracker trax trooper vent venture volt wagon x zephyr 1955custombelair badger capacitytrucks cruise eagle elgin falcon frontline genesis heritage international karma lotus lucid matrix mercury moke orion panther pas patriot phoenix precedent rage saw scout slate smart tern vector white'.split(
    ' ',
  ),
)
const shortestAlone = 3
const mostWords = 4

const foldName = (name: string) =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')

export function vehicleNamesOf(models: readonly NamedModel[]): VehicleNames {
  const makes = new Map(models.map(({ make }) => [foldName(make), make]))
  for (const [nickname, make] of nicknames) {
    if (makes.has(foldName(make)) && !makes.has(nickname)) makes.set(nickname, make)
  }
  const byModel = Map.groupBy(models, ({ model }) => foldName(model))
  const alone = [...byModel].filter(
    ([folded]) => folded.length >= shortestAlone && /\p{L}/u.test(folded) && !tradeWords.has(folded),
  )
  return {
    makes,
    models: new Map(models.map(named => [modelKey(named.make, foldName(named.model)), named])),
    aloneModels: new Map(alone),
  }
}

const modelKey = (make: string, folded: string) => `${foldName(make)} ${folded}`

/** What is said of year, make and model; the rest is what is looked for. Undefined where neither make nor model is said. */
export function vehicleWordsOf(text: string, names: VehicleNames): VehicleWords | undefined {
  const words = text.split(/\s+/).filter(word => foldName(word) !== '')
  const yearAt = words.findIndex(word => /^(?:19|20)\d\d$/.test(foldName(word)))
  const year = yearAt === -1 ? undefined : Number(foldName(words[yearAt] ?? ''))
  const isYear = (at: number) => at === yearAt
  let madeBy: VehicleWords | undefined
  let isMakeNamed = false
  for (const window of windowsOf(words, isYear)) {
    const make = names.makes.get(window.folded)
    if (!make) continue
    isMakeNamed = true
    const inMake = (at: number) => isYear(at) || isIn(window, at)
    for (const model of windowsOf(words, inMake)) {
      const named = names.models.get(modelKey(make, model.folded))
      if (named) return { year, make, models: [named], others: othersOf(words, at => inMake(at) || isIn(model, at)) }
    }
    if (year === undefined && tradeWords.has(window.folded)) continue
    madeBy ??= { year, make, models: [], others: othersOf(words, inMake) }
  }
  // Beside a make, a model of another one is no model.
  if (isMakeNamed) return madeBy
  for (const model of windowsOf(words, isYear)) {
    const models = names.aloneModels.get(model.folded)
    if (models) return { year, make: undefined, models, others: othersOf(words, at => isYear(at) || isIn(model, at)) }
  }
  return undefined
}

const shortestMistyped = 4

/**
 * The words with a make that is one slip away from one of them, and a model of a make that is said; as they are where none
 * is. `isWord`: whether the catalogue has it, for then it is no slip.
 */
export async function namesMended(
  text: string,
  names: VehicleNames,
  isWord: (word: string) => Promise<boolean>,
): Promise<string> {
  const ofMake = await mended(
    text,
    [...names.makes].filter(([, make]) => !/\s/.test(make)),
    isWord,
  )
  const vehicleWords = vehicleWordsOf(ofMake, names)
  if (!vehicleWords?.make || vehicleWords.models.length > 0) return ofMake
  const models = [...names.models.values()].filter(({ make }) => make === vehicleWords.make)
  return mended(
    ofMake,
    models.map(({ model }) => [foldName(model), model] as const),
    isWord,
  )
}

/** The text with the first of its words that is a slip of one of these names, and of one alone. */
async function mended(
  text: string,
  names: readonly (readonly [folded: string, name: string])[],
  isWord: (word: string) => Promise<boolean>,
): Promise<string> {
  const all = new Set(names.map(([folded]) => folded))
  const words = text.split(/\s+/)
  for (const [at, word] of words.entries()) {
    const folded = foldName(word)
    if (folded.length < shortestMistyped || /\d/.test(folded) || all.has(folded)) continue
    const meant = new Set(names.filter(([name]) => isSlipOf(folded, name)).map(([, name]) => name))
    const [name, ...others] = meant
    if (name !== undefined && others.length === 0 && !(await isWord(word))) return words.with(at, name).join(' ')
  }
  return text
}

/** A letter too many, too few or another one, or two neighbours swapped; of the same first letter. */
function isSlipOf(typed: string, name: string): boolean {
  if (typed[0] !== name[0] || name.length < shortestMistyped || /\d/.test(name)) return false
  let from = 0
  while (from < typed.length && typed[from] === name[from]) from += 1
  let end = 0
  const most = Math.min(typed.length, name.length) - from
  while (end < most && typed.at(-1 - end) === name.at(-1 - end)) end += 1
  const wrong = typed.slice(from, typed.length - end)
  const right = name.slice(from, name.length - end)
  if (wrong.length <= 1 && right.length <= 1) return wrong !== right
  return wrong.length === 2 && wrong === `${right[1]}${right[0]}`
}

/** Whether the words mean this vehicle, as far as they say: they may leave the year out, and never say the engine. */
export function isNamedBy(
  vehicle: NamedModel & { year: number },
  { year, make: namedMake, models }: Pick<VehicleWords, 'year' | 'make' | 'models'>,
): boolean {
  const isOfYear = year === undefined || year === vehicle.year
  if (models.length === 0) return isOfYear && vehicle.make === namedMake
  return isOfYear && models.some(({ make, model }) => make === vehicle.make && model === vehicle.model)
}

type Window = { from: number; to: number; folded: string }
const isIn = ({ from, to }: Window, at: number) => at >= from && at < to

/** Runs of words that are not taken yet, the longest first. */
function windowsOf(words: readonly string[], isTaken: (at: number) => boolean): Window[] {
  return Array.from({ length: mostWords }, (_, less) => mostWords - less).flatMap(length =>
    words.flatMap((_, from): Window[] => {
      const run = words.slice(from, from + length)
      const isFree = run.length === length && run.every((_, at) => !isTaken(from + at))
      return isFree ? [{ from, to: from + length, folded: foldName(run.join('')) }] : []
    }),
  )
}

const joining = new Set(['for', 'fits', 'fit', 'to', 'on', 'a', 'my', 'the'])

/** What stands between part and vehicle means nothing once the vehicle is taken out. */
function othersOf(words: readonly string[], isTaken: (at: number) => boolean): string {
  return words
    .filter((word, at) => !isTaken(at) && !(joining.has(foldName(word)) && (at === 0 || leadsOn(at))))
    .join(' ')

  function leadsOn(at: number): boolean {
    const next = words.findIndex((word, later) => later > at && !joining.has(foldName(word)))
    return next === -1 || isTaken(next)
  }
}
