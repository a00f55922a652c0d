import { useLocation } from 'react-router'
import { LinkButton } from '#ui/controls/button.tsx'
import { laterPart } from '#ui/later-part.tsx'
import { lostTexts } from './lost.texts.ts'
import type { LostDrawing } from './lost-drawing.tsx'
import styles from './lost-page.module.css'

const Drawing = laterPart<Parameters<typeof LostDrawing>[0]>(
  'lost-drawing',
  async () => (await import('./lost-drawing.tsx')).LostDrawing,
)

/**
 * What stands where a page should be: why, a drawing of it, and two ways on. Its words are with every page, because they are
 * needed when nothing more can be fetched; the drawing is decoration.
 */
export function LostPage({ kind }: { kind: 'not-found' | 'failed' }) {
  const { pathname, search } = useLocation()
  const isMissing = kind === 'not-found'
  const title = isMissing ? lostTexts.notFoundTitle : lostTexts.failedTitle
  return (
    <div className={styles.lost}>
      <title>{title}</title>
      <meta name="robots" content="noindex" />
      <div className={styles.picture}>
        <Drawing isMissing={isMissing} />
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
          <LinkButton to={isMissing ? '/shop' : pathname + search} variant="primary" reloadDocument={!isMissing}>
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
