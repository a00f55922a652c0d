import { Icon } from '#ui/icon.tsx'
import type { FitAnswer } from '../../answers.rules.ts'
import { answerTexts } from '../../fit/answer.texts.ts'
import styles from './fit-badge.module.css'

type FitLook = FitAnswer | 'universal'

const icons = {
  fits: 'check',
  'fits-if': 'triangle-alert',
  'does-not-fit': 'x',
  'no-data': 'circle-question-mark',
  universal: 'wrench',
} as const

export function lookOfFit(fit: { answer: FitAnswer; isUniversal: boolean }): FitLook {
  return fit.isUniversal ? 'universal' : fit.answer
}

/** One of the four answers, or that a part is universal: in words and by a sign, never by its colour alone. */
export function FitBadge({ fit }: { fit: { answer: FitAnswer; isUniversal: boolean } }) {
  const look = lookOfFit(fit)
  return (
    <span className={styles.badge} data-fit={look}>
      <FitIcon look={look} size={15} />
      {look === 'universal' ? answerTexts.universal : answerTexts.fit[look]}
    </span>
  )
}

export function FitIcon({ look, size }: { look: FitLook; size: number }) {
  return <Icon name={icons[look]} size={size} className={styles.icon} />
}
