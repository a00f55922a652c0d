import type { Content } from '#rules/content'
import { homeTexts } from './home.texts.ts'
import styles from './statistics.module.css'

/** The shop in four numbers. */
export function Statistics({ statistics }: { statistics: Content['statistics'] }) {
  return (
    <section aria-label={homeTexts.statistics} className={styles.band} data-theme="dark">
      <dl className={`column ${styles.row}`}>
        {statistics.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
