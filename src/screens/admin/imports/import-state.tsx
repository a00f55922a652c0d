import { Badge, type BadgeTone } from '#ui/data/badge.tsx'
import type { Import } from '#contracts/imports'
import { type ImportState, silentSeconds } from '#rules/imports'
import { progressTexts, importsTexts as texts, stateNames } from '#texts/imports'
import styles from './imports.module.css'

const tones: Record<ImportState, BadgeTone> = {
  staging: 'neutral',
  staged: 'maybe',
  refused: 'bad',
  committed: 'ok',
  undone: 'neutral',
  failed: 'bad',
  cancelled: 'neutral',
}

export function StateBadge({ item }: { item: Pick<Import, 'state' | 'asked'> }) {
  if (item.asked) return <Badge tone="accent">{texts.acts[item.asked]}</Badge>
  return <Badge tone={tones[item.state]}>{stateNames[item.state]}</Badge>
}

/** How far the work is, as the server has measured it. What nobody knows yet has no length. */
export function ProgressBar({ progress }: { progress: Import['progress'] }) {
  const { work, details } = progress ? progressTexts(progress) : { work: texts.working, details: '' }
  const share = progress?.share ?? undefined
  return (
    <div className={styles.progress}>
      <p role="status" className={styles.work}>
        {work}
      </p>
      <progress max={1} {...(share !== undefined && { value: share })} aria-label={work} aria-valuetext={details} />
      <p className={styles.known}>{details}</p>
      {progress && progress.silent > silentSeconds && <p className={styles.silent}>{texts.silent(progress.silent)}</p>}
    </div>
  )
}
