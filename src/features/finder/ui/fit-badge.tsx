import Check from 'lucide-react/icons/check'
import CircleHelp from 'lucide-react/icons/circle-question-mark'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import Wrench from 'lucide-react/icons/wrench'
import X from 'lucide-react/icons/x'
import type { FitAnswer } from '../finder.rules.ts'
import { finderTexts } from '../finder.texts.ts'
import styles from './fit-badge.module.css'

type FitLook = FitAnswer | 'universal'

const icons = { fits: Check, 'fits-if': TriangleAlert, 'does-not-fit': X, 'no-data': CircleHelp, universal: Wrench }

export function lookOfFit(fit: { answer: FitAnswer; isUniversal: boolean }): FitLook {
  return fit.isUniversal ? 'universal' : fit.answer
}

/** One of the four answers, or that a part is universal: in words and by a sign, never by its colour alone. */
export function FitBadge({ fit }: { fit: { answer: FitAnswer; isUniversal: boolean } }) {
  const look = lookOfFit(fit)
  return (
    <span className={styles.badge} data-fit={look}>
      <FitIcon look={look} size={15} />
      {look === 'universal' ? finderTexts.universal : finderTexts.fit[look]}
    </span>
  )
}

export function FitIcon({ look, size }: { look: FitLook; size: number }) {
  const Icon = icons[look]
  return <Icon size={size} aria-hidden="true" className={styles.icon} />
}
