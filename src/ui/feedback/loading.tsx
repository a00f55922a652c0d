import { kitTexts } from '../kit.texts.ts'
import styles from './loading.module.css'

/** The screen while a screen is on its way. */
export function Loading() {
  return (
    <div role="status" className={styles.loading}>
      <svg className={styles.wheel} viewBox="0 0 48 48" aria-hidden="true">
        <circle cx="24" cy="24" r="20" />
        <circle cx="24" cy="24" r="6" />
        <path d="M24 4v14M24 30v14M4 24h14M30 24h14M9.9 9.9l9.9 9.9M28.2 28.2l9.9 9.9M9.9 38.1l9.9-9.9M28.2 19.8l9.9-9.9" />
      </svg>
      <p>{kitTexts.loading}</p>
    </div>
  )
}
