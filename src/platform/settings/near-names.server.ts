/** The setting that somebody may have meant who wrote a name that none has: undefined where none is near. */
export function nearName(written: string, names: Iterable<string>): string | undefined {
  const plain = plainOf(written)
  const most = plain.length >= 7 ? 2 : plain.length >= 5 ? 1 : 0
  const near = [...names].map(name => ({ name, distance: distanceOf(plain, plainOf(name)) }))
  const [nearest] = near.toSorted((one, other) => one.distance - other.distance)
  return nearest && nearest.distance <= most ? nearest.name : undefined
}

const plainOf = (name: string) => name.replaceAll(/[_-]/g, '').toUpperCase()

/** How many signs have to be put in, taken out or replaced (Levenshtein). */
function distanceOf(one: string, other: string): number {
  let above = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (const [row, sign] of Array.from(one).entries()) {
    const line = [row + 1]
    for (let at = 0; at < other.length; at++) {
      const replaced = (above[at] ?? 0) + (sign === other[at] ? 0 : 1)
      line.push(Math.min(replaced, (above[at + 1] ?? 0) + 1, (line[at] ?? 0) + 1))
    }
    above = line
  }
  return above.at(-1) ?? 0
}
