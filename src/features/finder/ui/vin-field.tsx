import { type ReactNode, useRef, useState } from 'react'
import { Link } from 'react-router'
import { vehicleName } from '#rules/finder'
import { Button, LinkButton } from '#ui/button.tsx'
import { TextField } from '#ui/field.tsx'
import { pickerTexts } from '../finder.picker.texts.ts'
import { vehicleTexts } from '../finder.vehicle.texts.ts'
import { chooseVehicle } from './garage-store.ts'
import type { VinOutcome } from './picker-data.ts'
import { sentenceOf } from './use-vehicle-steps.ts'
import styles from './vehicle-picker.module.css'

type VinFieldProps = {
  /** Where the form leads without script. */
  page: string
  /** Hidden fields of what else the address says. */
  keep: ReactNode
  pathFor: (vehicle: number) => string
  /** What the page already knows of the VIN in its address. */
  outcome: VinOutcome | undefined
  typed: string
  /** The VIN does not tell the vehicle, or only its year. */
  onByHand: (year: number | undefined) => void
  onChosen: (() => void) | undefined
}

/** The other way to a vehicle: its identification number. */
export function VinField({ page, keep, pathFor, outcome: known, typed, onByHand, onChosen }: VinFieldProps) {
  const [outcome, setOutcome] = useState(known)
  const [isLooking, setLooking] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const lookUp = async () => {
    const vin = field.current?.value.trim() ?? ''
    if (vin === '') return setOutcome({ problem: vehicleTexts.vinRequired })
    setLooking(true)
    try {
      const { decodeVin } = await import('./vehicle-calls.ts')
      setOutcome({ answer: await decodeVin(vin) })
    } catch (error) {
      setOutcome({ problem: sentenceOf(error) })
      field.current?.focus()
    }
    return setLooking(false)
  }
  return (
    <details className={styles.vin} open={known !== undefined}>
      <summary>{pickerTexts.orVin}</summary>
      <form
        method="get"
        action={page}
        className={styles.vinForm}
        aria-label={pickerTexts.vin}
        onSubmit={event => {
          event.preventDefault()
          if (!isLooking) void lookUp()
        }}
      >
        {keep}
        <TextField
          ref={field}
          name="vin"
          label={pickerTexts.vin}
          hint={pickerTexts.vinHint}
          error={outcome?.problem}
          defaultValue={typed}
          maxLength={60}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          className={styles.vinField}
        />
        <Button type="submit" pending={isLooking} className={styles.vinAction ?? ''}>
          {pickerTexts.lookUp}
        </Button>
      </form>
      <div role="status" className={styles.outcome}>
        {outcome?.answer && (
          <Decoded answer={outcome.answer} page={page} pathFor={pathFor} onByHand={onByHand} onChosen={onChosen} />
        )}
      </div>
    </details>
  )
}

type DecodedProps = Pick<VinFieldProps, 'page' | 'pathFor' | 'onByHand' | 'onChosen'> & {
  answer: NonNullable<VinOutcome['answer']>
}

/** What the VIN says, and what to do with it. A wrong check digit is a warning: the vehicle is offered all the same. */
function Decoded({ answer, page, pathFor, onByHand, onChosen }: DecodedProps) {
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
            to={pathFor(id)}
            variant="primary"
            prefetch="none"
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
