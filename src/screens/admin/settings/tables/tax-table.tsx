import { countriesByName } from '#kernel/countries'
import { taxReasons } from '#rules/tax'
import { Button } from '#ui/controls/button.tsx'
import { SelectField, TextField } from '#ui/controls/field.tsx'
import { useShop } from '#ui/shop.tsx'
import type { TableProps } from './table-field.tsx'
import { type TypedTax, readRows, writeRows } from './rows.ts'
import styles from './tables.module.css'
import { tablesTexts as texts } from './tables.texts.ts'

const blank: TypedTax = { country: '', taxClass: 'standard', rate: '' }

/** What a class of goods is taxed at, where. */
export function TaxTable({ value, onChange, errorOf }: TableProps) {
  const rows = readRows<TypedTax>(value)
  const write = (rows: readonly TypedTax[]) => onChange(writeRows(rows))
  return (
    <>
      {rows.map((row, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- a row that is being typed has nothing else of its own
        <div key={at} className={styles.row}>
          <CountryField
            label={texts.country}
            value={row.country}
            error={errorOf(`${at}.country`)}
            onChange={country => write(rows.with(at, { ...row, country }))}
          />
          <TextField
            label={texts.region}
            hint={at === 0 ? texts.regionHint : undefined}
            optional
            autoComplete="off"
            value={row.region ?? ''}
            error={errorOf(`${at}.region`)}
            onChange={event => write(rows.with(at, { ...row, region: event.target.value }))}
          />
          <TextField
            label={texts.taxClass}
            hint={at === 0 ? texts.taxClassHint : undefined}
            autoComplete="off"
            autoCapitalize="none"
            value={row.taxClass}
            error={errorOf(`${at}.taxClass`)}
            onChange={event => write(rows.with(at, { ...row, taxClass: event.target.value }))}
          />
          <TextField
            label={texts.rate}
            autoComplete="off"
            value={row.rate}
            error={errorOf(`${at}.rate`)}
            onChange={event => write(rows.with(at, { ...row, rate: event.target.value }))}
          />
          <SelectField
            label={texts.reason}
            value={row.reason ?? ''}
            error={errorOf(`${at}.reason`)}
            onChange={({ target }) => {
              const { reason: _, ...others } = row
              const reason = taxReasons.find(reason => reason === target.value)
              write(rows.with(at, { ...others, ...(reason && { reason }) }))
            }}
          >
            <option value="">{texts.byTheRate}</option>
            {taxReasons.map(reason => (
              <option key={reason} value={reason}>
                {texts.reasons[reason]}
              </option>
            ))}
          </SelectField>
          <Button
            variant="quiet"
            aria-label={texts.removeTax(at + 1)}
            onClick={() => write(rows.filter((_, index) => index !== at))}
          >
            {texts.remove}
          </Button>
        </div>
      ))}
      <div>
        <Button onClick={() => write([...rows, blank])}>{texts.addTax}</Button>
      </div>
    </>
  )
}

type CountryFieldProps = {
  label: string
  hint?: string
  value: string
  error: string | undefined
  onChange: (country: string) => void
}

/** One country, by its name in the shop's language. */
export function CountryField({ value, onChange, ...shared }: CountryFieldProps) {
  const { locale } = useShop()
  return (
    <SelectField {...shared} value={value} onChange={event => onChange(event.target.value)}>
      <option value="">{texts.chooseCountry}</option>
      {countriesByName(locale).map(({ code, name }) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </SelectField>
  )
}
