import { type RefObject, useId, useRef, useState } from 'react'
import type { Fit, Vehicle } from '#contracts/finder'
import { FitBadge, FitNeeds } from '#parts/finder'
import { toAcknowledge, vehicleName } from '#rules/finder'
import { Link } from '#ui/navigation/link.tsx'
import { ordersTexts } from '#texts/ordering'
import styles from './order-fit.module.css'

/** The vehicle that a tool is bought for, and what is known about its fit. */
export type FitFor = {
  vehicle: Vehicle
  fit: Fit
  /** The address names none: it is the one that was chosen last, which may not be meant. */
  isRemembered: boolean
}

type OrderFitProps = FitFor & {
  isTicked: boolean
  onTick: (isTicked: boolean) => void
  /** "Not for this vehicle" was pressed, and goes with all of this. */
  onLeave: (pressed: Element) => void
  box: RefObject<HTMLInputElement | null>
  /** Sent without the tick: says what to do. */
  error: string | undefined
}

/**
 * What the buyer has ticked. A statement that was not there when the tick was made is not ticked: after a change, the
 * box is empty again.
 */
export function useAcknowledging(fitFor: FitFor | undefined) {
  const [acknowledged, setAcknowledged] = useState<readonly string[]>([])
  const [isMissed, setMissed] = useState(false)
  const box = useRef<HTMLInputElement>(null)
  const statements = fitFor ? toAcknowledge(fitFor.fit) : []
  const isTicked = statements.every(statement => acknowledged.includes(statement))
  return {
    shown: {
      isTicked,
      onTick: (ticked: boolean) => setAcknowledged(ticked ? statements : []),
      box,
      error: isMissed && !isTicked ? ordersTexts.tickFirst : undefined,
    },
    /** For the body of the order. */
    sent: fitFor && { vehicle: fitFor.vehicle.id, acknowledged: statements },
    /** For a line of the basket, where what is not ticked yet can be ticked later. */
    forLine: fitFor && { vehicle: fitFor.vehicle.id, acknowledged: isTicked ? statements : [] },
    /** Whether everything is ticked; if not, says so beside the box and leads there. */
    mayGoOn(): boolean {
      setMissed(!isTicked)
      if (!isTicked) box.current?.focus()
      return isTicked
    },
  }
}

/** Whether the tool fits the buyer's vehicle. Conditions are ticked before it is ordered, in one tick for all. */
export function OrderFit({ vehicle, fit, isRemembered, onLeave, isTicked, onTick, box, error }: OrderFitProps) {
  const titleId = useId()
  const errorId = useId()
  const statements = toAcknowledge(fit)
  return (
    <section className={styles.fit} aria-labelledby={titleId}>
      <h3 id={titleId}>
        {ordersTexts.forVehicle(vehicleName(vehicle))} <FitBadge fit={fit} />
      </h3>
      <FitNeeds fit={fit} />
      {isRemembered && (
        <Link to="?vehicle=" replace stay onClick={event => onLeave(event.currentTarget)}>
          {ordersTexts.notForVehicle}
        </Link>
      )}
      {statements.length > 0 && (
        <>
          <ul>
            {statements.map(statement => (
              <li key={statement}>{statement}</li>
            ))}
          </ul>
          <label className={styles.tick}>
            <input
              ref={box}
              type="checkbox"
              name="acknowledged"
              checked={isTicked}
              onChange={event => onTick(event.target.checked)}
              aria-invalid={error ? true : undefined}
              aria-describedby={error ? errorId : undefined}
            />
            <span>{fit.answer === 'does-not-fit' ? ordersTexts.buyAnyway : ordersTexts.conditionsChecked}</span>
          </label>
          <p id={errorId} className={styles.error} aria-live="polite">
            {error}
          </p>
        </>
      )}
    </section>
  )
}
