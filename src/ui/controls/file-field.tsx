import type { ComponentProps } from 'react'
import { Field, type Labelled } from './field.tsx'
import styles from './file-field.module.css'

type FileFieldProps = Labelled & Omit<ComponentProps<'input'>, 'type'>

/** A file from this machine, chosen or dropped: `<FileField label="Price list" accept=".csv" onChange={…} error={…} />` */
export function FileField({ label, hint, error, optional, className, ...rest }: FileFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} optional={optional} className={className}>
      {wiring => <input {...rest} {...wiring} type="file" className={styles.file} />}
    </Field>
  )
}
