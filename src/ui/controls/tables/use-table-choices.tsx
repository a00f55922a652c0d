import { useEffect, useId, useState } from 'react'
import { type TableEncoding, tableEncodings } from '#kernel/tables/encoding'
import type { TableChoices } from '#kernel/tables/read-table'
import styles from './table-choices.module.css'
import { tableChoicesTexts as texts } from './table-choices.texts.ts'

type FieldProblem = { field: string; message: string }
type Asked = 'encoding' | 'decimalSign'

const isAsked = (field: string): field is Asked => field === 'encoding' || field === 'decimalSign'

/** What a field for table files offers to choose. */
export const tableFileTypes = '.csv,.txt,.tsv,.xlsx,text/csv'

/**
 * What somebody says of a file that leaves open how it is read. `problemOf` gives the sentence for a refused file; where it asks
 * for such a choice, `fields` do from then on, beside the file's own rows. `asks`: what is known to be left open.
 */
export function useTableChoices(file: Blob | undefined, asks?: string | null) {
  const [choices, setChoices] = useState<TableChoices>({})
  const [heard, setHeard] = useState<readonly Asked[]>([])
  const asked = asks && isAsked(asks) ? [...heard, asks] : heard
  const problemOf = (errors: readonly FieldProblem[], field: string): string | undefined => {
    const fields = errors.map(({ field }) => field).filter(isAsked)
    setHeard(before => [...new Set([...before, ...fields])])
    return fields.length > 0 ? texts.answer : errors.find(error => error.field === field)?.message
  }
  const forget = () => {
    setChoices({})
    setHeard([])
  }
  const fields = (
    <>
      {asked.includes('encoding') && (
        <EncodingField
          file={file}
          value={choices.encoding}
          onChange={encoding => setChoices({ ...choices, encoding })}
        />
      )}
      {asked.includes('decimalSign') && (
        <DecimalField value={choices.decimalSign} onChange={decimalSign => setChoices({ ...choices, decimalSign })} />
      )}
    </>
  )
  return { choices, fields, problemOf, forget }
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
