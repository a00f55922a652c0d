import type { Category } from '#contracts/catalogue'

/** Categories to choose from, by their full names. */
export function CategoryOptions({ of: categories, by = '_id' }: { of: readonly Category[]; by?: '_id' | 'slug' }) {
  return categories.map(category => (
    <option key={category._id} value={category[by]}>
      {category.fullName}
    </option>
  ))
}
