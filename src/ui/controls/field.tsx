import { type ComponentProps, type ReactNode, useId } from 'react'
import { classNames } from '../class-names.ts'
import styles from './field.module.css'
import { kitTexts } from '../kit.texts.ts'

export type Labelled = {
  label: ReactNode
  /** What to write, said before anyone gets it wrong. */
  hint?: ReactNode | undefined
  /** What to do about what was written. Takes the place of nothing: the hint stays. */
  error?: string | undefined
  /** Marks the field as one that may stay empty. */
  optional?: boolean | undefined
  className?: string | undefined
}

type Wiring = { id: string; 'aria-invalid': true | undefined; 'aria-describedby': string | undefined }

/** Label above, hint below, error in place. For a control of your own; the three below cover the usual ones. */
export function Field({
  label,
  hint,
  error,
  optional,
  className,
  id: givenId,
  children,
}: Labelled & { id?: string | undefined; children: (wiring: Wiring) => ReactNode }) {
  const ownId = useId()
  const id = givenId ?? ownId
  const hintId = hint ? `${id}-hint` : undefined
  const errorId = error ? `${id}-error` : undefined
  const describedBy = classNames(hintId, errorId) || undefined
  return (
    <div className={classNames(styles.field, className)}>
      <label className={styles.label} htmlFor={id}>
        {label}
        {optional && <span className={styles.optional}> ({kitTexts.optional})</span>}
      </label>
      {children({ id, 'aria-invalid': error ? true : undefined, 'aria-describedby': describedBy })}
      {hint && (
        <p id={hintId} className={styles.hint}>
          {hint}
        </p>
      )}
      <p id={errorId} className={styles.error} aria-live="polite">
        {error}
      </p>
    </div>
  )
}

/** An input: `<TextField label="Email" type="email" autoComplete="email" {...register('email')} error={…} />` */
export function TextField({
  label,
  hint,
  error,
  optional,
  className,
  id,
  ...rest
}: Labelled & ComponentProps<'input'>) {
  return (
    <Field label={label} hint={hint} error={error} optional={optional} className={className} id={id}>
      {wiring => <input dir="auto" {...rest} {...wiring} className={styles.control} />}
    </Field>
  )
}

export function TextArea({
  label,
  hint,
  error,
  optional,
  className,
  id,
  ...rest
}: Labelled & ComponentProps<'textarea'>) {
  return (
    <Field label={label} hint={hint} error={error} optional={optional} className={className} id={id}>
      {wiring => (
        <textarea dir="auto" rows={4} {...rest} {...wiring} className={classNames(styles.control, styles.area)} />
      )}
    </Field>
  )
}

export function SelectField({
  label,
  hint,
  error,
  optional,
  className,
  id,
  children,
  ...rest
}: Labelled & ComponentProps<'select'>) {
  return (
    <Field label={label} hint={hint} error={error} optional={optional} className={className} id={id}>
      {wiring => (
        <select {...rest} {...wiring} className={classNames(styles.control, styles.select)}>
          {children}
        </select>
      )}
    </Field>
  )
}
