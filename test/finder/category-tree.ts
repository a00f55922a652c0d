import { categoryTree } from '#rules/catalogue'

/** A small tree of categories, and what a list offers of it, said without the shop's own rules. */
export const placed = [
  { slug: 'brakes', name: 'Hub', path: 'brakes', is_shown: true },
  { slug: 'pads', name: 'Cv', path: 'brakes/pads', is_shown: true },
  { slug: 'drums', name: 'Drums', path: 'brakes/drums', is_shown: true },
  { slug: 'linings', name: 'Linings', path: 'brakes/drums/linings', is_shown: true },
  { slug: 'oils', name: 'Oils', path: 'oils', is_shown: true },
  { slug: 'greases', name: 'Greases', path: 'oils/greases', is_shown: false },
  // Two have one slug, in two others.
  { slug: 'drums', name: 'Drums', path: 'oils/drums', is_shown: true, id: 'id-oil-drums' },
].map(category => ({ id: `id-${category.slug}`, ...category }))
export const tree = categoryTree(placed)

/** Of a category and of those that it is in. */
export const pathsOf = (category: { id: string } | undefined): string[] => {
  const slugs = placed.find(({ id }) => id === category?.id)?.path.split('/') ?? []
  return slugs.map((_, at) => slugs.slice(0, at + 1).join('/'))
}

/** At the top, beside or right below what is chosen, and what leads there. */
export function isOffered(path: string, paths: readonly string[]): boolean {
  const one = placed.find(category => category.path === path)
  const chosen = placed.filter(category => paths.includes(category.path)).map(({ path }) => path)
  if (!one) return false
  if (chosen.some(path => `${path}/`.startsWith(`${one.path}/`))) return true
  const above = one.path.split('/').slice(0, -1).join('/')
  const levels = chosen.length === 0 ? [''] : chosen.flatMap(path => [path, path.split('/').slice(0, -1).join('/')])
  return one.is_shown && levels.includes(above)
}

/** Whether it is one of those chosen, or below one. */
export const isWithinAny = (path: string, paths: readonly string[]): boolean =>
  pathsOf(placed.find(category => category.path === path)).some(above => paths.includes(above))
