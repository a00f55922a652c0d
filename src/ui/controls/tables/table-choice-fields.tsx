import { useEffect, useId, useState } from 'react'
import { type TableEncoding, tableEncodings } from '#kernel/tables/encodings'
import type { TableChoices } from '#kernel/tables/read-table'
import styles from './table-choices.module.css'
import { SelectField } from '../field.tsx'
import { tableChoicesTexts as texts } from './table-choices.texts.ts'
import { useSheets } from './use-sheets.ts'

export type Asked = 'encoding' | 'decimalSign'

type FieldsProps = {
  asked: readonly Asked[]
  /** Its own rows are shown as each encoding reads them. */
  file: Blob | undefined
  choices: TableChoices
  onChange: (choices: TableChoices) => void
}

/**
 * Asks what a table file leaves open: how its letters are written, which sign stands before its decimals. Where a workbook has several
 * sheets, another than the first with rows can be chosen. What is known of its letters can be corrected.
 */
export function TableChoiceFields({ asked, file, choices, onChange }: FieldsProps) {
  const { sheet, sheets = [] } = useSheets(file) ?? {}
  return (
    <>
      {sheets.length > 1 && (
        <SelectField
          label={texts.sheet}
          value={choices.sheet ?? sheet}
          onChange={({ target }) => onChange({ ...choices, sheet: target.value })}
        >
          {sheets.map(name => (
            <option key={name}>{name}</option>
          ))}
        </SelectField>
      )}
      {(asked.includes('encoding') || choices.encoding !== undefined) && (
        <EncodingField file={file} value={choices.encoding} onChange={encoding => onChange({ ...choices, encoding })} />
      )}
      {asked.includes('decimalSign') && (
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

function EncodingField({ file, value, onChange }: { file: Blob | undefined } & FieldProps<TableEncoding>) {
  const name = useId()
  const samples = useSamples(file)
  const encodings = Object.keys(tableEncodings).filter(encoding => !encoding.startsWith('utf')) as TableEncoding[]
  return (
    <fieldset className={styles.choices}>
      <legend>{texts.encoding}</legend>
      {encodings.map(encoding => (
        <label key={encoding}>
          <input type="radio" name={name} checked={value === encoding} onChange={() => onChange(encoding)} />
          <span>
            {tableEncodings[encoding]}
            <bdi className={styles.sample}>{samples.get(encoding)}</bdi>
          </span>
        </label>
      ))}
    </fieldset>
  )
}

/** A line of the file that has letters beyond ASCII, in each encoding. */
function useSamples(file: Blob | undefined): ReadonlyMap<TableEncoding, string> {
  const [samples, setSamples] = useState<ReadonlyMap<TableEncoding, string>>(new Map())
  useEffect(() => {
    let isGone = false
    const read = async () => {
      const bytes = new Uint8Array((await file?.slice(0, sampleBytes).arrayBuffer()) ?? new ArrayBuffer(0))
      if (isGone) return
      const encodings = Object.keys(tableEncodings) as TableEncoding[]
      setSamples(new Map(encodings.map(encoding => [encoding, sampleOf(new TextDecoder(encoding).decode(bytes))])))
    }
    // A file that cannot be read any more shows no samples.
    read().catch(() => setSamples(new Map()))
    return () => void (isGone = true)
  }, [file])
  return samples
}

const beyondAscii = /[\u0080-\uffff]/

function sampleOf(text: string): string {
  const line = text.split(/\r\n?|\n/).find(line => beyondAscii.test(line)) ?? ''
  const at = Math.max(0, line.search(beyondAscii) - 20)
  return line.slice(at, at + 60)
}
