import { Link } from '#ui/navigation/link.tsx'
import { barTexts } from '../bar.texts.ts'
import styles from '../list/search-notices.module.css'
import { chooseVehicle } from './garage-store.ts'
import type { StoredVehicle } from './garage.ts'

export type KeepVehicleProps = { to: string; vehicle: StoredVehicle }

/** The way to the list for a vehicle that the shop has recognised, which is one of my vehicles from then on. */
export function KeepVehicle({ to, vehicle }: KeepVehicleProps) {
  return (
    <Link to={to} stay className={styles.way} onClick={() => chooseVehicle(vehicle)}>
      {barTexts.keep}
    </Link>
  )
}
