import { type ReactNode, useRef, useState } from 'react'
import { Button } from '#ui/controls/button.tsx'
import { TextField } from '#ui/controls/field.tsx'
import { pickerTexts } from '../picker.texts.ts'
import { stepTexts } from '../step.texts.ts'
import type { VinOutcome } from './picker-data.ts'
import { sentenceOf } from './use-vehicle-steps.ts'
import { VinDecoded } from './vin-decoded.tsx'
import styles from './vehicle-picker.module.css'

type VinFieldProps = {
  /** Where the form leads without script. */
  page: string
  /** Hidden fields of what else the address says. */
  keep: ReactNode
  /** Where the vehicle leads: this path and query with the vehicle added. */
  path: string
  /** What the page already knows of the VIN in its address. */
  outcome: VinOutcome | undefined
  typed: string
  /** The VIN does not tell the vehicle, or only its year. */
  onByHand: (year: number | undefined) => void
}

/** The other way to a vehicle: its identification number. */
export function VinField({ page, keep, path, outcome: initialOutcome, typed, onByHand }: VinFieldProps) {
  const [outcome, setOutcome] = useState(initialOutcome)
  const [isLooking, setLooking] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const lookUp = async () => {
    const vin = field.current?.value.trim() ?? ''
    if (vin === '') {
      field.current?.focus()
      return setOutcome({ problem: stepTexts.vinRequired })
    }
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
    <details className={styles.vin} open={initialOutcome !== undefined}>
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
        {outcome?.answer && <VinDecoded answer={outcome.answer} page={page} path={path} onByHand={onByHand} />}
      </div>
    </details>
  )
}
