import type { Category } from '#contracts/catalogue'

/** Categories to choose from, by their full names. */
export function CategoryOptions({ of: categories }: { of: readonly Pick<Category, '_id' | 'fullName'>[] }) {
  return categories.map(category => (
    <option key={category._id} value={category._id}>
      {category.fullName}
    </option>
  ))
}
