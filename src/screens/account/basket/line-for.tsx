import { joined } from '#kernel/sentence'
import { writtenNumber } from '#kernel/written'
import { useState } from 'react'
import type { BasketLine } from '#contracts/ordering'
import { FitBadge, useGarage } from '#parts/finder'
import { vehicleName } from '#rules/finder'
import { basketTexts } from '#texts/ordering'
import { SelectField, TextField } from '#ui/controls/field.tsx'
import styles from './basket-lines.module.css'
import type { BasketActs } from './use-basket.ts'

type LineProps = { line: BasketLine; acts: BasketActs }

/** For which vehicle, and for which job; the fields are there once somebody opens them: most lines need none. */
export function LineFor({ line, acts }: LineProps) {
  const [isOpen, setOpen] = useState(false)
  const parts = [line.vehicle === undefined ? undefined : (line.vehicleName ?? line.vehicle), line.reference]
  const isFor = joined(parts, ' · ')
  return (
    <>
      {line.fit && <FitBadge fit={line.fit} />}
      <details className={styles.for} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>{isFor === '' ? basketTexts.addFor : basketTexts.isFor(isFor)}</summary>
        {isOpen && (
          <div className={styles.fields}>
            <Vehicle line={line} acts={acts} />
            {/* Another text from elsewhere begins the field anew. */}
            <Reference key={line.reference ?? ''} line={line} acts={acts} />
          </div>
        )}
      </details>
    </>
  )
}

function Vehicle({ line, acts }: LineProps) {
  const { mine } = useGarage()
  const others = mine.filter(({ id }) => id !== line.vehicle)
  return (
    <SelectField
      label={basketTexts.vehicle}
      value={line.vehicle ?? ''}
      onChange={({ target }) => {
        const vehicle = target.value === '' ? undefined : writtenNumber(target.value)
        acts.change(line, { vehicle })
      }}
    >
      <option value="">{basketTexts.noVehicle}</option>
      {line.vehicle !== undefined && <option value={line.vehicle}>{line.vehicleName ?? line.vehicle}</option>}
      {others.map(vehicle => (
        <option key={vehicle.id} value={vehicle.id}>
          {vehicleName(vehicle)}
        </option>
      ))}
    </SelectField>
  )
}

/** The shop hears of it when the field is left. */
function Reference({ line, acts }: LineProps) {
  const [typed, setTyped] = useState(line.reference ?? '')
  const keep = () => {
    const reference = typed.trim() || undefined
    if (reference !== line.reference) acts.change(line, { reference })
  }
  return (
    <TextField
      label={basketTexts.reference}
      value={typed}
      maxLength={60}
      autoComplete="off"
      onChange={({ target }) => setTyped(target.value)}
      onBlur={keep}
      onKeyDown={({ key }) => key === 'Enter' && keep()}
    />
  )
}
