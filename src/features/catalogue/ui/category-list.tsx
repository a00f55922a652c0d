import { Link } from 'react-router'
import { useShop } from '#ui/shop.tsx'
import { catalogueTexts } from '../catalogue.texts.ts'
import styles from './category-list.module.css'

type CategoryListProps = {
  categories: readonly { slug: string; name: string; count: number }[]
  /** The slug of the one that is shown; undefined for all. */
  chosen: string | undefined
}

/** The filter by category, as links: each has an address that can be kept and sent. A row to swipe on phones. */
export function CategoryList({ categories, chosen }: CategoryListProps) {
  const { locale } = useShop()
  const all = categories.reduce((sum, { count }) => sum + count, 0)
  const entries = [{ slug: undefined, name: catalogueTexts.allCategories, count: all }, ...categories]
  return (
    <nav aria-label={catalogueTexts.categories} className={styles.categories}>
      <h2 className={styles.title}>{catalogueTexts.categories}</h2>
      <ul role="list" className={styles.list}>
        {entries.map(({ slug, name, count }) => (
          <li key={slug ?? ''}>
            <Link
              to={slug ? `/shop?category=${encodeURIComponent(slug)}` : '/shop'}
              prefetch="intent"
              ref={slug === chosen ? reveal : undefined}
              aria-current={slug === chosen ? 'page' : undefined}
            >
              <span>{name}</span>
              <span className={styles.count}>{count.toLocaleString(locale)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Where the list is a row, the chosen one may be out of sight. */
function reveal(link: HTMLAnchorElement | null): void {
  const list = link?.closest('ul')
  if (link && list) list.scrollLeft = link.offsetLeft - list.offsetLeft - 16
}
