import styles from './breadcrumb.module.css'
import { kitTexts } from '../kit.texts.ts'
import { Link } from './link.tsx'
import { useShop } from '../shop.tsx'
import { StructuredData, breadcrumbList } from '../data/structured-data.tsx'

/** The way here: `[{ label: 'Home', to: '/' }, { label: 'Purchase' }, { label: 'Brake disc' }]`. The last is this page. */
export function Breadcrumb({ items }: { items: readonly { label: string; to?: string }[] }) {
  const { url } = useShop()
  return (
    <nav aria-label={kitTexts.breadcrumb} className={styles.breadcrumb} data-print="no">
      <ol role="list">
        {items.map(({ label, to }, index) => (
          <li key={index}>
            {to ? (
              <Link to={to}>{label}</Link>
            ) : (
              <span aria-current={index === items.length - 1 ? 'page' : undefined}>{label}</span>
            )}
          </li>
        ))}
      </ol>
      <StructuredData things={[breadcrumbList(items, url)]} />
    </nav>
  )
}
