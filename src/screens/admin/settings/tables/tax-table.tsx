import { classNames } from '#ui/class-names.ts'
import { countriesByName } from '#kernel/countries'
import { elsewhere, standardClass, taxReasons } from '#rules/tax'
import { Button } from '#ui/controls/button.tsx'
import { SelectField, TextField } from '#ui/controls/field.tsx'
import { useShop } from '#ui/shop.tsx'
import type { TableProps } from './table-field.tsx'
import { type TypedTax, readRows, writeRows } from './rows.ts'
import styles from './tables.module.css'
import { tablesTexts as texts } from './tables.texts.ts'

const blank: TypedTax = { country: '', taxClass: standardClass, rate: '' }

/** What a class of goods is taxed at, where. A table says what holds everywhere else, too: its last row asks for that. */
export function TaxTable({ value, onChange, errorOf }: TableProps) {
  const rows = withElsewhere(readRows<TypedTax>(value))
  const write = (rows: readonly TypedTax[]) => onChange(writeRows(rows))
  return (
    <>
      {rows.map((row, at) => (
        <TaxFields
          // oxlint-disable-next-line react/no-array-index-key -- a row that is being typed has nothing else of its own
          key={at}
          row={row}
          at={at}
          isLast={at === rows.length - 1 && isElsewhere(row)}
          errorOf={field => errorOf(`${at}.${field}`)}
          onChange={row => write(rows.with(at, row))}
          onRemove={
            at === rows.length - 1 && rows.length > 1 ? undefined : () => write(rows.filter((_, index) => index !== at))
          }
        />
      ))}
      <div>
        <Button onClick={() => write(withElsewhere([...rows, blank]))}>{texts.addTax}</Button>
      </div>
    </>
  )
}

const isElsewhere = ({ country, taxClass }: TypedTax) => country === elsewhere && taxClass === standardClass

/** The rows of a table with that for everywhere else behind them. */
function withElsewhere(rows: readonly TypedTax[]): TypedTax[] {
  if (rows.length === 0) return []
  const last = rows.findLastIndex(isElsewhere)
  const rest = rows[last] ?? { ...blank, country: elsewhere }
  return [...rows.filter((_, at) => at !== last), rest]
}

type TaxFieldsProps = {
  row: TypedTax
  at: number
  /** The row for everywhere else, which every table has. */
  isLast: boolean
  errorOf: (field: string) => string | undefined
  onChange: (row: TypedTax) => void
  onRemove: (() => void) | undefined
}

function TaxFields({ row, at, isLast, errorOf, onChange, onRemove }: TaxFieldsProps) {
  return (
    <div className={classNames(styles.row, !isLast && styles.place)}>
      {isLast ? (
        <p className={styles.elsewhere}>{texts.elsewhere}</p>
      ) : (
        <>
          <CountryField
            label={texts.country}
            value={row.country}
            error={errorOf('country')}
            hasElsewhere
            onChange={country => onChange({ ...row, country })}
          />
          <TextField
            label={texts.region}
            hint={at === 0 ? texts.regionHint : undefined}
            optional
            autoComplete="off"
            value={row.region ?? ''}
            error={errorOf('region')}
            onChange={event => onChange({ ...row, region: event.target.value })}
          />
          <TextField
            label={texts.taxClass}
            hint={at === 0 ? texts.taxClassHint : undefined}
            autoComplete="off"
            autoCapitalize="none"
            value={row.taxClass}
            error={errorOf('taxClass')}
            onChange={event => onChange({ ...row, taxClass: event.target.value })}
          />
        </>
      )}
      <TextField
        label={isLast ? texts.rateElsewhere : texts.rate}
        hint={isLast ? texts.rateElsewhereHint : undefined}
        autoComplete="off"
        inputMode="decimal"
        value={row.rate}
        error={errorOf('rate')}
        onChange={event => onChange({ ...row, rate: event.target.value })}
      />
      <SelectField
        label={isLast ? texts.reasonElsewhere : texts.reason}
        value={row.reason ?? ''}
        error={errorOf('reason')}
        onChange={({ target }) => {
          const { reason: _, ...others } = row
          const reason = taxReasons.find(reason => reason === target.value)
          onChange({ ...others, ...(reason && { reason }) })
        }}
      >
        <option value="">{texts.byTheRate}</option>
        {taxReasons.map(reason => (
          <option key={reason} value={reason}>
            {texts.reasons[reason]}
          </option>
        ))}
      </SelectField>
      {onRemove && (
        <Button variant="quiet" aria-label={texts.removeTax(at + 1)} onClick={onRemove}>
          {texts.remove}
        </Button>
      )}
    </div>
  )
}

type CountryFieldProps = {
  label: string
  hint?: string
  value: string
  error: string | undefined
  /** Whether it can be everywhere else. */
  hasElsewhere?: boolean
  onChange: (country: string) => void
}

/** One country, by its name in the shop's language. */
export function CountryField({ value, onChange, hasElsewhere, ...shared }: CountryFieldProps) {
  const { locale } = useShop()
  return (
    <SelectField {...shared} value={value} onChange={event => onChange(event.target.value)}>
      <option value="">{texts.chooseCountry}</option>
      {hasElsewhere && <option value={elsewhere}>{texts.elsewhere}</option>}
      {countriesByName(locale).map(({ code, name }) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </SelectField>
  )
}
