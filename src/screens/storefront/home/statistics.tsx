import type { Content } from '#rules/content'
import { homeTexts } from './home.texts.ts'
import styles from './statistics.module.css'

/** The shop in up to four numbers; none where nobody has set one. */
export function Statistics({ statistics }: { statistics: Content['statistics'] }) {
  if (statistics.length === 0) return null
  return (
    <section aria-label={homeTexts.statistics} className={styles.band} data-theme="dark">
      <dl className={`column ${styles.row}`}>
        {statistics.map(({ label, value }, index) => (
          <div key={index}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
