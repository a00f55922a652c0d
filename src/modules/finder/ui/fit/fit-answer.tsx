import { formatNumber } from '#kernel/formats'
import { vehicleName } from '../../finder.rules.ts'
import { Badge } from '#ui/data/badge.tsx'
import { useDate } from '#ui/data/date.tsx'
import { useShop } from '#ui/shop.tsx'
import type { Fit } from '../../fit/fit.contract.ts'
import type { Vehicle } from '../../vehicles/vehicles.contract.ts'
import { finderTexts } from './tool.texts.ts'
import { noonOf } from './day.ts'
import { FitIcon, lookOfFit } from './fit-badge.tsx'
import styles from './fit-answer.module.css'

/** How many units the vehicle takes, where the part fits it. */
export function ownQuantityOf(fit: Fit | undefined): number | undefined {
  return fit && (fit.answer === 'fits' || fit.answer === 'fits-if') ? fit.quantity : undefined
}

/** Whether the tool fits the vehicle: the answer, what it depends on, where it is from. */
export function FitAnswerCard({ fit, vehicle }: { fit: Fit; vehicle: Vehicle }) {
  const look = lookOfFit(fit)
  const name = vehicleName(vehicle)
  return (
    <section className={styles.card} data-fit={look} aria-label={finderTexts.answer}>
      <h2 className={styles.title}>
        <FitIcon look={look} size={26} />
        {look === 'universal' ? finderTexts.universalOf : finderTexts.fitOf[look](name)}
      </h2>
      {look === 'universal' && <p>{finderTexts.universalText}</p>}
      {look === 'no-data' && <p>{finderTexts.noDataText}</p>}
      {look === 'does-not-fit' && <p>{finderTexts.doesNotFitText}</p>}
      {fit.conditions.length > 0 && (
        <>
          {look === 'fits-if' && <p>{finderTexts.conditions}</p>}
          <ul>
            {fit.conditions.map(({ name, value }) => (
              <li key={`${name} ${value}`}>{finderTexts.condition(name, value)}</li>
            ))}
          </ul>
        </>
      )}
      {fit.notes.map(note => (
        <p key={note}>{note}</p>
      ))}
      {look === 'fits-if' && <p className={styles.quiet}>{finderTexts.acknowledgeLater}</p>}
      <FitNeeds fit={fit} />
      <Origin fit={fit} />
    </section>
  )
}

/** In the answer's place where it could not be read. */
export function FitUnread() {
  return (
    <section className={styles.card} aria-label={finderTexts.answer}>
      <p>{finderTexts.fitUnread}</p>
    </section>
  )
}

/** "Your vehicle needs 2 · Front"; nothing where neither is known. */
export function FitNeeds({ fit }: { fit: Fit }) {
  const { locale } = useShop()
  const quantity = ownQuantityOf(fit)
  if (quantity === undefined && !fit.position) return null
  return (
    <p className={styles.needs}>
      {quantity !== undefined && finderTexts.needs(formatNumber(quantity, locale))}
      {quantity !== undefined && fit.position && ' · '}
      {fit.position}
    </p>
  )
}

function Origin({ fit }: { fit: Fit }) {
  const date = useDate()
  if (!fit.source && !fit.isDemo) return null
  return (
    <p className={styles.quiet}>
      {fit.source && fit.date && finderTexts.fitFrom(fit.source, date(noonOf(fit.date), 'day'))}
      {fit.source && !fit.date && finderTexts.fitFromUndated(fit.source)}{' '}
      {fit.isDemo && <Badge>{finderTexts.demoData}</Badge>}
      {fit.isDemo && <span> {finderTexts.demoDataText}</span>}
    </p>
  )
}
