import { plainNumber } from '#kernel/typed-field'
import type { NumberField } from '#kernel/typed-number'
import { kitTexts } from '../kit.texts.ts'
import { Button } from './button.tsx'
import styles from './readings.module.css'

type ReadingsProps = {
  typed: string
  field: NumberField
  /** Called with a reading as it is typed into the field. */
  onTake: (text: string) => void
}

/** Where what was typed can be two numbers: one button for each, below the field. Nothing otherwise. */
export function Readings({ typed, field, onTake }: ReadingsProps) {
  const read = plainNumber(typed, field, '')
  if (!('readings' in read) || read.readings.length === 0) return null
  return (
    <div className={styles.readings}>
      {read.readings.map(reading => (
        <Button key={reading} size="small" onClick={() => onTake(reading)}>
          {kitTexts.meant(reading)}
        </Button>
      ))}
    </div>
  )
}
