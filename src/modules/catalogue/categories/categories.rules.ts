import { slugOf } from '../slug.rules.ts'

/** What the tree may be (trade, section 1). */
export const categoryLimits = { depth: 5, all: 5000, name: 80, slug: 80, text: 2000, path: 404 }

/** Whether this can be the last part of a category's address. */
export const isSlug = (text: string): boolean => text === slugOf(text)

/** A path as people write it, `Brakes>Brake Pads`, as the shop does: `Brakes > Brake Pads`. */
export const fullNameOf = (path: string): string =>
  path
    .split('>')
    .map(name => name.trim())
    .join(' > ')

export const namesOf = (fullName: string): string[] => fullName.split(' > ')

/** From the top to the category itself, each with its path. */
export function trailOf({ path, fullName }: { path: string; fullName: string }): { name: string; path: string }[] {
  const slugs = path.split('/')
  return namesOf(fullName).map((name, at) => ({ name, path: slugs.slice(0, at + 1).join('/') }))
}

type Placed = { id: string; name: string; path: string; is_shown: boolean }

/** A category as a search needs it, with those that it is in, from the top. */
export type TreeCategory = {
  name: string
  path: string
  isShown: boolean
  above: readonly TreeCategory[]
}

/** Categories by their ids. */
export type CategoryTree = ReadonlyMap<string, TreeCategory>

export function categoryTree(rows: readonly Placed[]): CategoryTree {
  const byPath = new Map<string, TreeCategory>()
  // Those above come first: a path is longer than those that it begins with.
  const fromTop = rows.toSorted((one, other) => one.path.length - other.path.length)
  return new Map(
    fromTop.map(({ id, name, path, is_shown: isShown }) => {
      const parent = byPath.get(parentPath(path))
      const category = { name, path, isShown, above: parent ? [...parent.above, parent] : [] }
      byPath.set(path, category)
      return [id, category]
    }),
  )
}

/** Whether it is one of those chosen, by their paths, or below one. */
export const isWithin = ({ path }: Pick<TreeCategory, 'path'>, chosen: readonly string[]): boolean =>
  chosen.some(one => `${path}/`.startsWith(`${one}/`))

export type CategoryCount = { value: string; label: string; count: number; path: string }

/** Values of one level that are offered. */
const mostOfLevel = 50

/**
 * The categories to narrow a list by, the most frequent first: those at the top, or, of each that is chosen, those that it is
 * in, those beside it and those right below it. `counts` says of each category how many the list has in itself.
 */
export function categoryFacet(
  tree: CategoryTree,
  counts: Iterable<readonly [id: string, count: number]>,
  chosen: readonly string[],
): CategoryCount[] {
  const sums = new Map<TreeCategory, number>()
  for (const [id, count] of counts) {
    const category = tree.get(id)
    if (!category) continue
    for (const one of [...category.above, category]) sums.set(one, (sums.get(one) ?? 0) + count)
  }
  const openedBy = [...tree.values()].filter(({ path }) => chosen.includes(path))
  const opened = new Set(openedBy.flatMap(category => [...category.above, category]))
  // Without a choice the top is open.
  const levels = new Set(
    openedBy.length === 0 ? [''] : openedBy.flatMap(category => [category.path, parentPath(category.path)]),
  )
  const offered = [...sums].filter(([{ path, isShown }, count]) => isShown && count > 0 && levels.has(parentPath(path)))
  const byCount = ([one, ones]: [TreeCategory, number], [other, others]: [TreeCategory, number]) =>
    others - ones || (one.name < other.name ? -1 : 1)
  const left = new Map([...levels].map(level => [level, mostOfLevel]))
  const mostFrequent = offered.toSorted(byCount).filter(([{ path }]) => {
    const room = left.get(parentPath(path)) ?? 0
    left.set(parentPath(path), room - 1)
    return room > 0
  })
  const shown = new Map([...mostFrequent, ...[...opened].map(category => [category, sums.get(category) ?? 0] as const)])
  return [...shown].toSorted(byCount).map(([{ name, path }, count]) => ({ value: path, label: name, count, path }))
}

/** The path of the category that one is in; empty at the top. */
export const parentPath = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')))

type Sorted = { id: string; parent_id: string | null; position: number; name: string }

/** Siblings by their positions, and by their names where nobody has put them in an order. */
export const bySiblings = (one: Pick<Sorted, 'position' | 'name'>, other: Pick<Sorted, 'position' | 'name'>): number =>
  one.position - other.position || one.name.localeCompare(other.name, 'en')

/** Rows in the order of the tree: each behind the one that it is in, siblings by their positions and names. */
export function inTreeOrder<T extends Sorted>(rows: readonly T[]): T[] {
  const byParent = Map.groupBy(rows.toSorted(bySiblings), row => row.parent_id)
  const walk = (parent: string | null): T[] => (byParent.get(parent) ?? []).flatMap(row => [row, ...walk(row.id)])
  return walk(null)
}
