import { vehicleName } from '../../finder.rules.ts'
import { LinkButton } from '#ui/controls/button.tsx'
import { Link } from '#ui/navigation/link.tsx'
import { vehicleTexts } from '../../vehicles/vehicle.texts.ts'
import { chooseVehicle } from './garage-store.ts'
import type { VinOutcome } from './picker-data.ts'
import { withVehicle } from '../shop-address.ts'
import styles from './vehicle-picker.module.css'

type DecodedProps = {
  answer: NonNullable<VinOutcome['answer']>
  page: string
  /** Where the vehicle leads: this path and query with the vehicle added. */
  path: string
  onByHand: (year: number | undefined) => void
}

/** What the VIN says, and what to do with it. A wrong check digit is a warning: the vehicle is offered all the same. */
export function VinDecoded({ answer, page, path, onByHand }: DecodedProps) {
  const { vehicle, vin, checkDigit } = answer
  const isMissing = checkDigit === 'fail' && answer.warnings.length === 0
  const warnings = isMissing ? [vehicleTexts.checkDigitWrong] : answer.warnings
  const name = vehicle ? vehicleName(vehicle) : ''
  const id = vehicle?.id
  return (
    <>
      {warnings.map(warning => (
        <p key={warning} className={styles.warning}>
          {warning}
        </p>
      ))}
      {vehicle && id !== undefined ? (
        <p className={styles.found}>
          <span>{vehicleTexts.vinFound(name)}</span>
          <LinkButton
            to={withVehicle(path, id)}
            stay
            variant="primary"
            aria-label={vehicleTexts.takeVehicleNamed(name)}
            onClick={() => chooseVehicle({ ...vehicle, id, vin })}
          >
            {vehicleTexts.takeVehicle}
          </LinkButton>
        </p>
      ) : (
        <p className={styles.found}>
          {name !== '' && <span>{vehicleTexts.vinByHandFrom(name)}</span>}
          {name === '' && warnings.length === 0 && <span>{vehicleTexts.vinByHand}</span>}
          <Link
            to={vehicle ? `${page}?year=${vehicle.year}` : page}
            onClick={event => {
              event.preventDefault()
              onByHand(vehicle?.year)
            }}
          >
            {vehicleTexts.byHand}
          </Link>
        </p>
      )}
    </>
  )
}
