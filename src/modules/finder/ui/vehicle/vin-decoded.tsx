import { vehicleName } from '../../finder.rules.ts'
import { LinkButton } from '#ui/controls/button.tsx'
import { Link } from '#ui/navigation/link.tsx'
import { vehicleTexts } from '../../vehicles/vehicle.texts.ts'
import { chooseVehicle } from './garage-store.ts'
import type { VinOutcome } from './picker-data.ts'
import styles from './vehicle-picker.module.css'

export type DecodedProps = {
  answer: NonNullable<VinOutcome['answer']>
  page: string
  pathFor: (vehicle: number) => string
  onByHand: (year: number | undefined) => void
  onChosen: (() => void) | undefined
}

/** What the VIN says, and what to do with it. A wrong check digit is a warning: the vehicle is offered all the same. */
export function Decoded({ answer, page, pathFor, onByHand, onChosen }: DecodedProps) {
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
        <p className={styles.found} data-later="vin">
          <span>{vehicleTexts.vinFound(name)}</span>
          <LinkButton
            to={pathFor(id)}
            variant="primary"
            discover="none"
            aria-label={vehicleTexts.takeVehicleNamed(name)}
            onClick={() => {
              chooseVehicle({ ...vehicle, id, vin })
              onChosen?.()
            }}
          >
            {vehicleTexts.takeVehicle}
          </LinkButton>
        </p>
      ) : (
        <p className={styles.found} data-later="vin">
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
