import { useNavigation } from 'react-router'
import styles from './navigation-progress.module.css'

/** A line at the top while the next page is on its way. It waits for a moment, so that quick answers do not flicker. */
export function NavigationProgress() {
  const isUnderWay = useNavigation().state !== 'idle'
  return isUnderWay ? <div className={styles.line} aria-hidden="true" /> : null
}
