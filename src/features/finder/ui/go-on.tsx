import { vehicleName } from '#rules/finder'
import { Link } from '#ui/link.tsx'
import { finderTexts } from '../finder.texts.ts'
import { showFor, useGarage, vehiclesOf } from './garage-store.ts'
import styles from './vehicle-picker.module.css'

/** For who comes back: one press to the parts for the vehicle that was chosen last. */
export function GoOn({ pathFor }: { pathFor: (vehicle: number) => string }) {
  const garage = useGarage()
  const vehicle = garage.current ?? vehiclesOf(garage)[0]
  if (!vehicle) return null
  const { id, year, make, model, engine } = vehicle
  return (
    <Link
      to={pathFor(id)}
      className={styles.goOn}
      aria-label={finderTexts.showPartsNamed(vehicleName(vehicle))}
      onClick={() => showFor({ id, year, make, model, ...(engine && { engine }) })}
    >
      <span>{vehicleName({ year, make, model })}</span>
      <span aria-hidden="true">→</span>
    </Link>
  )
}
