/** Where attributes are made that the shop lacks: categories by their paths of names, `Brakes > Discs`. */

/** `key`: the path as names are compared. */
export type Path = { key: string; path: string }

/** Where an attribute of a name is to stand, for the parts of which categories; `isTaken`: another one has the name there. */
export type Place<One extends Path> = Path & { of: One[]; isTaken: boolean }

/**
 * The deepest category that all have in common, or, where they have none in common, the top category of each. Where one below it has an
 * attribute of the name, each branch gets its own: the name counts in all categories above and below. `taken`: the keys of categories that
 * have one.
 */
export function placesFor<One extends Path>(all: readonly One[], taken: readonly string[]): Place<One>[] {
  const tops = [...Map.groupBy(all, one => upTo(one, 1).key).values()]
  return tops.flatMap(each => {
    const [first] = each
    if (!first) return []
    return placesUnder(tops.length === 1 ? commonOf(each, first) : upTo(first, 1), each, taken)
  })
}

function placesUnder<One extends Path>(place: Path, all: One[], taken: readonly string[]): Place<One>[] {
  const isTaken = taken.some(other => isWithin(place.key, other))
  if (isTaken || !taken.some(other => isWithin(other, place.key))) return [{ ...place, of: all, isTaken }]
  const depth = namesOf(place.key).length
  const here = all.filter(({ key }) => key === place.key)
  const branches = Map.groupBy(
    all.filter(({ key }) => key !== place.key),
    one => upTo(one, depth + 1).key,
  )
  const below = [...branches.values()].flatMap(each => {
    const [first] = each
    return first ? placesUnder(commonOf(each, first), each, taken) : []
  })
  return here.length > 0 ? [{ ...place, of: here, isTaken: true }, ...below] : below
}

/** Whether the category is the other one, or in it. */
export const isWithin = (key: string, other: string): boolean => `${key} > `.startsWith(`${other} > `)

const namesOf = (path: string) => path.split(' > ')
const upTo = ({ key, path }: Path, depth: number): Path => ({
  key: namesOf(key).slice(0, depth).join(' > '),
  path: namesOf(path).slice(0, depth).join(' > '),
})

function commonOf(all: readonly Path[], first: Path): Path {
  let depth = namesOf(first.key).length
  while (!all.every(({ key }) => isWithin(key, upTo(first, depth).key))) depth -= 1
  return upTo(first, depth)
}
