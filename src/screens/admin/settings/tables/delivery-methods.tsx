import { Button } from '#ui/controls/button.tsx'
import { TextField } from '#ui/controls/field.tsx'
import type { TableProps } from './table-field.tsx'
import { type TypedMethod, readRows, writeRows } from './rows.ts'
import styles from './tables.module.css'
import { tablesTexts as texts } from './tables.texts.ts'
import { CountryField } from './tax-table.tsx'

type TextName = Exclude<keyof TypedMethod, 'key' | 'pickUp'>
const fields = (): readonly {
  name: TextName
  inputMode?: 'decimal' | 'numeric'
  hint?: string
  isOptional?: true
}[] => [
  { name: 'name' },
  { name: 'price', inputMode: 'decimal' },
  { name: 'freeFrom', inputMode: 'decimal', isOptional: true },
  { name: 'days', inputMode: 'numeric', hint: texts.daysHint, isOptional: true },
  { name: 'countries', hint: texts.countriesHint, isOptional: true },
  { name: 'weightFrom', inputMode: 'decimal', isOptional: true },
  { name: 'weightTo', inputMode: 'decimal', isOptional: true },
  { name: 'goodsFrom', inputMode: 'decimal', isOptional: true },
  { name: 'goodsTo', inputMode: 'decimal', isOptional: true },
]

/** How else goods reach the buyer. */
export function DeliveryMethods({ value, onChange, errorOf }: TableProps) {
  const rows = readRows<TypedMethod>(value)
  const write = (rows: readonly TypedMethod[]) => onChange(writeRows(rows))
  return (
    <>
      {rows.map((row, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- a method that is being typed has nothing else of its own
        <fieldset key={at} className={styles.method}>
          <legend>{texts.method(at + 1, row.name ?? '')}</legend>
          <MethodFields
            row={row}
            errorOf={field => errorOf(`${at}.${field}`)}
            onChange={row => write(rows.with(at, row))}
          />
          <div>
            <Button
              variant="quiet"
              aria-label={texts.removeMethod(at + 1)}
              onClick={() => write(rows.filter((_, index) => index !== at))}
            >
              {texts.remove}
            </Button>
          </div>
        </fieldset>
      ))}
      <div>
        <Button onClick={() => write([...rows, { name: '', price: '' }])}>{texts.addMethod}</Button>
      </div>
    </>
  )
}

type MethodFieldsProps = {
  row: TypedMethod
  errorOf: (field: string) => string | undefined
  onChange: (row: TypedMethod) => void
}

function MethodFields({ row, errorOf, onChange }: MethodFieldsProps) {
  const { pickUp, ...others } = row
  return (
    <div className={styles.row}>
      {fields().map(({ name, inputMode, hint, isOptional }) => (
        <TextField
          key={name}
          label={texts[name]}
          hint={hint}
          optional={isOptional}
          inputMode={inputMode}
          autoComplete="off"
          value={[row[name] ?? ''].flat().join(', ')}
          error={errorOf(name)}
          onChange={event => onChange({ ...row, [name]: event.target.value })}
        />
      ))}
      <label className={styles.tick}>
        <input
          type="checkbox"
          checked={pickUp !== undefined}
          onChange={({ target }) => onChange(target.checked ? { ...row, pickUp: { country: '' } } : others)}
        />
        <span>{texts.isPickUp}</span>
      </label>
      {pickUp && (
        <>
          <CountryField
            label={texts.pickUpCountry}
            hint={texts.pickUpHint}
            value={pickUp.country ?? ''}
            error={errorOf('pickUp.country')}
            onChange={country => onChange({ ...row, pickUp: { ...pickUp, country } })}
          />
          <TextField
            label={texts.pickUpRegion}
            optional
            autoComplete="off"
            value={pickUp.region ?? ''}
            error={errorOf('pickUp.region')}
            onChange={event => onChange({ ...row, pickUp: { ...pickUp, region: event.target.value } })}
          />
        </>
      )}
    </div>
  )
}
