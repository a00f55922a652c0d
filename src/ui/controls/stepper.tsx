import { formatNumber } from '#kernel/formats'
import { countField, plainNumber } from '#kernel/typed-field'
import { type KeyboardEvent, type ReactNode, type Ref, useEffect, useId, useState } from 'react'
import { classNames } from '../class-names.ts'
import { Icon } from '../icon.tsx'
import { Field } from './field.tsx'
import { leadToWrong } from './lead-to-wrong.ts'
import { kitTexts } from '../kit.texts.ts'
import { readQuantity, stepped } from './quantity.ts'
import { Readings } from './readings.tsx'
import { useShop } from '../shop.tsx'
import styles from './stepper.module.css'

type StepperProps = {
  ref?: Ref<HTMLInputElement>
  label: ReactNode
  /** Undefined while what is typed is not a whole number. */
  value: number | undefined
  onChange: (quantity: number | undefined) => void
  least: number
  most: number
  /** A step leads to the next multiple of this. */
  multiple?: number
  /** Replaces "From 2 to 34". */
  hint?: string
  error?: string | undefined
  /** The id of what says why it is wrong, where that stands elsewhere. */
  wrongBy?: string | undefined
  name?: string
  /** `small` in rows that are compared. */
  size?: 'usual' | 'small'
}

const stepsByKey = new Map(Object.entries({ ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10 }))

/**
 * A quantity: minus, a number that can be typed into freely, plus. Arrow keys step by one multiple, page keys by 10. What is typed and
 * is no quantity is said, and a form around it is not sent with it: the button leads back to it.
 */
export function Stepper(props: StepperProps) {
  const { label, value, onChange, least, most, multiple = 1, hint, wrongBy, name, size = 'usual', ref } = props
  const isQuantity = value !== undefined
  const id = useId()
  const { locale } = useShop()
  // What is being typed may be no number yet; it stays as typed until the value is set from outside.
  const [typed, setTyped] = useState(() => String(value ?? ''))
  const text = readQuantity(typed, locale) === value ? typed : String(value ?? '')
  const read = plainNumber(text, countField(locale), '')
  const unclear = 'readings' in read && read.readings.length > 0 ? read.message : undefined
  const error = unclear ?? props.error ?? (isQuantity ? undefined : kitTexts.quantityNeeded)
  const inWords = (quantity: number) => formatNumber(quantity, locale)
  useFormHeldBack(id, isQuantity)

  const range =
    multiple > 1
      ? kitTexts.quantityMultiples(inWords(least), inWords(most), inWords(multiple))
      : kitTexts.quantityRange(inWords(least), inWords(most))
  const step = (by: number) => {
    const next = stepped(value, by, { least, multiple })
    setTyped(String(next))
    onChange(next)
  }
  const type = (text: string) => {
    setTyped(text)
    onChange(readQuantity(text, locale))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const by = stepsByKey.get(event.key)
    if (by === undefined) return
    event.preventDefault()
    step(by)
  }

  return (
    <Field label={<span id={`${id}-label`}>{label}</span>} hint={hint ?? range} error={error} id={id}>
      {wiring => (
        <>
          <div className={styles.stepper} data-size={size} data-wrong={error || wrongBy ? '' : undefined}>
            <button
              type="button"
              className={styles.step}
              onClick={() => step(-1)}
              id={`${id}-less`}
              aria-label={kitTexts.less}
              aria-labelledby={`${id}-less ${id}-label`}
              aria-controls={id}
            >
              <Icon name="minus" size={20} />
            </button>
            <input
              {...wiring}
              {...(wrongBy && wrongHere(wiring, wrongBy))}
              ref={ref}
              className={styles.number}
              type="text"
              inputMode="numeric"
              autoComplete="off"
              name={name}
              role="spinbutton"
              aria-valuenow={value}
              aria-valuemin={least}
              aria-valuemax={most}
              value={text}
              onChange={event => type(event.target.value)}
              onKeyDown={onKeyDown}
              onFocus={event => event.target.select()}
            />
            <button
              type="button"
              className={styles.step}
              onClick={() => step(1)}
              id={`${id}-more`}
              aria-label={kitTexts.more}
              aria-labelledby={`${id}-more ${id}-label`}
              aria-controls={id}
            >
              <Icon name="plus" size={20} />
            </button>
          </div>
          <Readings typed={text} field={countField(locale)} onTake={type} />
        </>
      )}
    </Field>
  )
}

/** Wrong by what stands elsewhere: it mends what is in the way, and is described by it. */
const wrongHere = ({ 'aria-describedby': describedBy }: { 'aria-describedby': string | undefined }, by: string) => ({
  'aria-invalid': true,
  'aria-describedby': classNames(describedBy, by),
  'data-in-the-way': '',
})

/** While what is typed is no quantity, the form around the field is not sent: a line must not be left out, or sent as it was. */
function useFormHeldBack(id: string, isQuantity: boolean): void {
  useEffect(() => {
    if (isQuantity) return undefined
    const { form } = document.getElementById(id) as HTMLInputElement
    const holdBack = (event: Event) => {
      event.preventDefault()
      event.stopImmediatePropagation()
      leadToWrong(form)
    }
    form?.addEventListener('submit', holdBack)
    return () => form?.removeEventListener('submit', holdBack)
  }, [id, isQuantity])
}
