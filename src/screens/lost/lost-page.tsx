import { LinkButton } from '#ui/controls/button.tsx'
import { useNavigation } from '#ui/navigation/link.tsx'
import { lostTexts } from './lost.texts.ts'
import { LostDrawing } from './lost-drawing.tsx'
import styles from './lost-page.module.css'

/** What stands where a page should be: why, a drawing of it, and two ways on. */
export function LostPage({ kind }: { kind: 'not-found' | 'failed' }) {
  const { address } = useNavigation()
  const isMissing = kind === 'not-found'
  const title = isMissing ? lostTexts.notFoundTitle : lostTexts.failedTitle
  return (
    <div className={styles.lost}>
      <title>{title}</title>
      <meta name="robots" content="noindex" />
      <div className={styles.picture}>
        <LostDrawing isMissing={isMissing} />
      </div>
      <div className={styles.words}>
        {isMissing && (
          <p className={styles.code} aria-hidden="true">
            404
          </p>
        )}
        <h1>{title}</h1>
        <p className={styles.text}>{isMissing ? lostTexts.notFoundText : lostTexts.failedText}</p>
        <div className={styles.ways}>
          {/* Leads here again, and from the beginning: it works without script, and whatever has gone wrong in it. */}
          <LinkButton to={isMissing ? '/shop' : address} variant="primary" reloadDocument={!isMissing}>
            {isMissing ? lostTexts.toShop : lostTexts.reload}
          </LinkButton>
          <LinkButton to="/" reloadDocument={!isMissing}>
            {lostTexts.toHome}
          </LinkButton>
        </div>
      </div>
    </div>
  )
}
