import { vehicleName } from '../../finder.rules.ts'
import { Link } from '#ui/navigation/link.tsx'
import { pickerTexts } from '../picker.texts.ts'
import { showFor, useGarage } from './garage-store.ts'
import { withVehicle } from '../shop-address.ts'
import styles from './vehicle-picker.module.css'

/** For who comes back: one press to the parts for the vehicle that was chosen last. */
export function GoOn({ path }: { path: string }) {
  const garage = useGarage()
  const vehicle = garage.current ?? garage.mine[0]
  if (!vehicle) return null
  const { id, year, make, model, engine } = vehicle
  return (
    <Link
      to={withVehicle(path, id)}
      className={styles.goOn}
      aria-label={pickerTexts.showPartsNamed(vehicleName(vehicle))}
      onClick={() => showFor({ id, year, make, model, ...(engine && { engine }) })}
    >
      <span>{vehicleName({ year, make, model })}</span>
      <span aria-hidden="true">→</span>
    </Link>
  )
}
