import { Badge, type BadgeTone } from '#ui/badge.tsx'
import type { Import } from '../imports.contract.ts'
import type { ImportState } from '../imports.rules.ts'
import { phaseNames, importsTexts as texts, stateNames } from '../imports.texts.ts'
import styles from './imports.module.css'

const tones: Record<ImportState, BadgeTone> = {
  staging: 'neutral',
  staged: 'maybe',
  committed: 'ok',
  undone: 'neutral',
  failed: 'bad',
  cancelled: 'neutral',
}

export function StateBadge({ item }: { item: Pick<Import, 'state' | 'asked'> }) {
  if (item.asked) return <Badge tone="accent">{texts.asked[item.asked]}</Badge>
  return <Badge tone={tones[item.state]}>{stateNames[item.state]}</Badge>
}

/** How far the work is: by bytes while the files are read, then step by step. */
export function ProgressBar({ progress }: { progress: Import['progress'] }) {
  const share = progress && progress.total > 0 ? Math.min(1, progress.done / progress.total) : undefined
  return (
    <div className={styles.progress}>
      <progress max={1} {...(share !== undefined && { value: share })} aria-label={texts.working} />
      <p role="status">{progress ? wordsOf(progress, share ?? 0) : texts.working}</p>
    </div>
  )
}

function wordsOf(progress: NonNullable<Import['progress']>, share: number): string {
  const { phase, done, total, rows, startedAt } = progress
  if (phase !== 'reading') return `${phaseNames[phase]}, ${texts.step(done, total)}`
  const seconds = Math.max(1, (Date.now() - Date.parse(startedAt)) / 1000)
  const left = share > 0.02 ? `, ${texts.left(spanOf((seconds / share) * (1 - share)))}` : ''
  return `${phaseNames[phase]}: ${Math.floor(share * 100)} %, ${texts.rows(rows)}, ${texts.rate(rows / seconds)}${left}`
}

const spanOf = (seconds: number) => (seconds < 90 ? `${Math.ceil(seconds)} s` : `${Math.ceil(seconds / 60)} min`)
