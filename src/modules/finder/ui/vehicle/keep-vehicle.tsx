import { Link } from '#ui/navigation/link.tsx'
import { barTexts } from '../bar.texts.ts'
import styles from '../list/search-notices.module.css'
import { chooseVehicle } from './garage-store.ts'
import type { StoredVehicle } from './garage.ts'

export type KeepVehicleProps = { to: string; vehicle: StoredVehicle; label?: string }

/** The way to the list for a vehicle that the shop has recognised, which is one of my vehicles from then on. */
export function KeepVehicle({ to, vehicle, label = barTexts.keep }: KeepVehicleProps) {
  return (
    <Link to={to} stay className={styles.way} onClick={() => chooseVehicle(vehicle)}>
      {label}
    </Link>
  )
}
