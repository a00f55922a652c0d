import type { SearchHit } from '../../search/search.contract.ts'
import { foundByTexts } from '../found-by.texts.ts'
import styles from './matched-number.module.css'

/** By which number a tool was found: it may be another maker's, or one that it has followed. */
export function MatchedNumber({ tool }: { tool: SearchHit }) {
  const { matched } = tool
  // Where numbers were replaced, the list's own notice tells how.
  if (!matched?.value || matched.kind === 'words' || matched.kind === 'superseded') return null
  if (matched.kind === 'own' && matched.isExact !== false) return null
  return (
    <p className={styles.matched}>
      {foundByTexts.matched[matched.kind]} {matched.brand} <code>{matched.value}</code>
    </p>
  )
}
