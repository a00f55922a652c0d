import { type ClipboardEvent, type Dispatch, type KeyboardEvent, memo, useState } from 'react'
import { withoutPieces } from '#kernel/tables/pieces'
import { countField } from '#kernel/typed-field'
import type { Suggestion } from '#parts/finder'
import { Readings } from '#ui/controls/readings.tsx'
import { Price } from '#ui/data/price.tsx'
import { Icon } from '#ui/icon.tsx'
import { useShop } from '#ui/shop.tsx'
import { NumberField } from './number-field.tsx'
import styles from './order-pad.module.css'
import type { Line, PadChange } from './pad.ts'
import { padPageTexts as texts } from './pad-page.texts.ts'

type LineFieldsProps = {
  line: Line
  /** As the page counts them, from 1. */
  place: number
  dispatch: Dispatch<PadChange>
  /** Of a paste of several cells: whether it was taken. */
  onPaste: (text: string, line: number) => boolean
}

/** One line to be filled. Shown by itself: a key in one of 500 lines draws that one alone. */
export const LineFields = memo(function LineFields({ line, place, dispatch, onPaste }: LineFieldsProps) {
  const { id, number, quantity, brand, tool, outcome } = line
  const problem = outcome?.kind === 'refused' ? outcome : undefined
  const [meant, setMeant] = useState<Suggestion>()
  const { locale } = useShop()
  const isOfQuantity = problem?.code.startsWith('quantity') ?? false
  const problemId = `pad-problem-${id}`
  const wiring = (isMine: boolean) =>
    problem && isMine ? { 'aria-invalid': true, 'aria-describedby': problemId } : undefined
  const paste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text/plain')
    if (/[\t\r\n]/.test(text.trim()) && onPaste(text, id)) event.preventDefault()
  }
  return (
    <li className={styles.line}>
      <span className={styles.place} aria-hidden="true">
        {place}
      </span>
      <NumberField
        className={styles.field}
        aria-label={texts.numberOf(place)}
        {...wiring(!isOfQuantity)}
        data-pad-field
        enterKeyHint="next"
        value={number}
        onMeant={setMeant}
        onType={number => dispatch({ does: 'type', id, typed: { number } })}
        onPick={tool => {
          const shown = tool.matched?.value ?? tool.partNumber ?? tool.name
          dispatch({ does: 'pick', id, number: shown, tool: { id: tool._id, name: tool.name } })
          focusQuantity(id)
        }}
        onKeyDown={goOn}
        onPaste={paste}
      />
      <input
        id={quantityId(id)}
        className={styles.field}
        aria-label={texts.quantityOf(place)}
        {...wiring(isOfQuantity)}
        data-pad-field
        data-numeric=""
        inputMode="numeric"
        autoComplete="off"
        enterKeyHint="next"
        value={quantity}
        onChange={event => dispatch({ does: 'type', id, typed: { quantity: event.target.value } })}
        onKeyDown={goOn}
      />
      <button
        type="button"
        className={styles.remove}
        aria-label={texts.removeLine(place)}
        onClick={() => dispatch({ does: 'remove', id })}
      >
        <Icon name="x" size={20} />
      </button>
      {(tool || brand || meant) && (
        <span className={styles.about}>
          {tool?.name ?? meant?.name ?? texts.ofBrand(brand)}{' '}
          {meant && meant.price !== null && <Price amount={meant.price} />}
        </span>
      )}
      {problem && (
        <p id={problemId} className={styles.problem}>
          {problem.message}
        </p>
      )}
      {problem?.code === 'quantity-unclear' && (
        <div className={styles.readings}>
          <Readings
            typed={withoutPieces(quantity.trim())}
            field={countField(locale)}
            onTake={taken => dispatch({ does: 'type', id, typed: { quantity: taken } })}
          />
        </div>
      )}
    </li>
  )
})

const quantityId = (id: number) => `pad-quantity-${id}`
const focusQuantity = (id: number) => document.getElementById(quantityId(id))?.focus()

/** Enter leads to the next field, as a scanner presses it behind each number. */
function goOn(event: KeyboardEvent<HTMLInputElement>): void {
  if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
  const fields = [...(event.currentTarget.form?.querySelectorAll<HTMLElement>('[data-pad-field]') ?? [])]
  const next = fields[fields.indexOf(event.currentTarget) + 1]
  if (!next) return
  event.preventDefault()
  next.focus()
}
