import { Icon } from '#ui/icon.tsx'
import type { FoundTool } from '../finder.contract.ts'
import type { FitAnswer } from '../finder.rules.ts'
import { answerTexts } from '../finder.answer.texts.ts'
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

type ListFit = NonNullable<FoundTool['fit']>

/** The answer in a list, with the conditions that it depends on. */
export function ListedFit({ fit }: { fit: ListFit }) {
  const { conditions = [], notes = [] } = fit
  const all = [...conditions.map(({ name, value }) => answerTexts.condition(name, value)), ...notes]
  return (
    <>
      <FitBadge fit={fit} />
      {all.length > 0 && <span className={styles.conditions}>{all.join(' · ')}</span>}
    </>
  )
}

export function FitIcon({ look, size }: { look: FitLook; size: number }) {
  return <Icon name={icons[look]} size={size} className={styles.icon} />
}
