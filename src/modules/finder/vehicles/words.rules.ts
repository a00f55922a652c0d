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
  /** None: only make and model are said. */
  year: number | undefined
  /** Several where makes share the name and the make is not said: the year may tell which it is. */
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

/** Models whose names are words of the trade: they mean a vehicle only beside its make. */
const tradeWords = new Set(
  'accent beat bolt canyon contour echo eclipse flex ghost horizon magnum mark medallion premier probe rally sky spectrum summit turbo vision wave charger compass cube cutlass cooper dart edge element escape express fit focus frontier fusion h1 h2 h3 journey key kicks leaf link lift metro micra mini pacer patriot pilot pin prime ram ranger ray relay rocky rover sable seat sedan shadow silhouette solara sonic spark spirit sport sprint sprinter star storm swift thing torrent tracker trax trooper vent venture volt wagon x zephyr'.split(
    ' ',
  ),
)
const shortestAlone = 3
const mostWords = 4

export const foldName = (name: string) =>
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

/** Year and model, and the make unless the model alone tells it; the rest is what is looked for. */
export function vehicleWordsOf(text: string, names: VehicleNames): VehicleWords | undefined {
  const words = text.split(/\s+/).filter(word => foldName(word) !== '')
  const yearAt = words.findIndex(word => /^(?:19|20)\d\d$/.test(foldName(word)))
  const year = yearAt === -1 ? undefined : Number(foldName(words[yearAt] ?? ''))
  const isYear = (at: number) => at === yearAt
  let isMakeSaid = false
  for (const make of windowsOf(words, isYear)) {
    const name = names.makes.get(make.folded)
    if (!name) continue
    isMakeSaid = true
    const inMake = (at: number) => isYear(at) || isIn(make, at)
    for (const model of windowsOf(words, inMake)) {
      const named = names.models.get(modelKey(name, model.folded))
      if (named) return { year, models: [named], others: othersOf(words, at => inMake(at) || isIn(model, at)) }
    }
  }
  // Beside a make, a model of another one is no model.
  if (isMakeSaid) return undefined
  for (const model of windowsOf(words, isYear)) {
    const models = names.aloneModels.get(model.folded)
    if (models) return { year, models, others: othersOf(words, at => isYear(at) || isIn(model, at)) }
  }
  return undefined
}

/** Whether the words mean this vehicle, as far as they say: they may leave the year out, and never say the engine. */
export function isNamedBy(
  vehicle: NamedModel & { year: number },
  { year, models }: Pick<VehicleWords, 'year' | 'models'>,
): boolean {
  const isOfYear = year === undefined || year === vehicle.year
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
