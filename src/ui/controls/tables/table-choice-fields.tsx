import { useEffect, useId, useState } from 'react'
import { type TableEncoding, tableEncodings } from '#kernel/tables/encodings'
import type { Readings } from '#kernel/tables/likely-letters'
import type { TableChoices } from '#kernel/tables/read-table'
import styles from './table-choices.module.css'
import { SelectField } from '../field.tsx'
import { tableChoicesTexts as texts } from './table-choices.texts.ts'
import { useSheets } from './use-sheets.ts'

export type OpenField = 'encoding' | 'decimalSign'

type FieldsProps = {
  openFields: readonly OpenField[]
  /** Its own rows are shown as each encoding reads them. */
  file: Blob | undefined
  choices: TableChoices
  onChange: (choices: TableChoices) => void
}

/**
 * Asks what a table file leaves open: how its letters are written, which sign stands before its decimals. Where a workbook has several
 * sheets, another can be chosen than the one that is told by the names of its columns. What is known of its letters can be corrected.
 */
export function TableChoiceFields({ openFields, file, choices, onChange }: FieldsProps) {
  const sheets = useSheets(file)
  return (
    <>
      {sheets.length > 1 && (
        <SelectField
          label={texts.sheet}
          value={choices.sheet ?? ''}
          onChange={({ target }) => onChange({ ...choices, sheet: target.value })}
        >
          {choices.sheet === undefined && <option value="">{texts.anySheet}</option>}
          {sheets.map(name => (
            <option key={name}>{name}</option>
          ))}
        </SelectField>
      )}
      {(openFields.includes('encoding') || choices.encoding !== undefined) && (
        <EncodingField file={file} value={choices.encoding} onChange={encoding => onChange({ ...choices, encoding })} />
      )}
      {openFields.includes('decimalSign') && (
        <DecimalField value={choices.decimalSign} onChange={decimalSign => onChange({ ...choices, decimalSign })} />
      )}
    </>
  )
}

type FieldProps<T> = { value: T | undefined; onChange: (value: T) => void }

function DecimalField({ value, onChange }: FieldProps<'.' | ','>) {
  const name = useId()
  return (
    <fieldset className={styles.choices}>
      <legend>{texts.decimalSign}</legend>
      {(['.', ','] as const).map(sign => (
        <label key={sign}>
          <input type="radio" name={name} checked={value === sign} onChange={() => onChange(sign)} />
          {texts.decimalSigns[sign]}
        </label>
      ))}
    </fieldset>
  )
}

/** So much of a file shows how it reads. */
const sampleBytes = 64 * 1024

/** What is clearly likeliest is chosen beforehand, and said to be a guess: whoever reads the samples has the last word. */
function EncodingField({ file, value, onChange }: { file: Blob | undefined } & FieldProps<TableEncoding>) {
  const name = useId()
  const { readings, likely } = useReadings(file)
  useEffect(() => {
    if (value === undefined && likely) onChange(likely)
  })
  return (
    <fieldset className={styles.choices}>
      <legend>{texts.encoding}</legend>
      {readings.map(({ encoding, samples }) => (
        <label key={encoding}>
          <input type="radio" name={name} checked={value === encoding} onChange={() => onChange(encoding)} />
          <span>
            {tableEncodings[encoding]}
            {encoding === likely && ` – ${texts.likely}`}
            <span className={styles.samples}>
              {samples.map((sample, at) => (
                <bdi key={at}>{sample}</bdi>
              ))}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}

const unread: Readings = {
  readings: (Object.keys(tableEncodings) as TableEncoding[])
    .filter(encoding => !encoding.startsWith('utf'))
    .map(encoding => ({ encoding, samples: [] })),
  likely: undefined,
}

/** Cells of the file that have letters beyond ASCII, in each encoding. */
function useReadings(file: Blob | undefined): Readings {
  const [result, setResult] = useState<{ file: Blob | undefined; readings: Readings }>()
  useEffect(() => {
    let isGone = false
    const read = async () => {
      const { readingsOf } = await import('#kernel/tables/likely-letters')
      const bytes = new Uint8Array((await file?.slice(0, sampleBytes).arrayBuffer()) ?? new ArrayBuffer(0))
      if (!isGone) setResult({ file, readings: readingsOf(bytes) })
    }
    // A file that cannot be read any more shows no samples.
    read().catch(() => setResult(undefined))
    return () => void (isGone = true)
  }, [file])
  return result && result.file === file ? result.readings : unread
}
