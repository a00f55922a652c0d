import { countriesByName } from '#kernel/countries'
import { currencyChoices } from '#kernel/tables/currencies'
import { timeZones } from '#kernel/time-zones'
import type { ShopSetting } from '#contracts/desk'
import { SelectField, TextField } from '#ui/controls/field.tsx'
import { useShop } from '#ui/shop.tsx'
import { TableField } from './tables/table-field.tsx'
import { type Field, settingsTexts as texts } from './settings.texts.ts'

type SettingFieldProps = {
  setting: ShopSetting
  field: Field
  value: string
  onChange: (value: string) => void
  /** What is wrong, by the name of the setting; of a table, by row and field behind it. */
  errors: ReadonlyMap<string, string>
}

/** One setting, as it is typed. What the environment says is shown, and cannot be changed. */
export function SettingField({ setting, field, value, onChange, errors }: SettingFieldProps) {
  const { locale } = useShop()
  if (field.kind === 'tax-table' || field.kind === 'delivery-methods') {
    return (
      <TableField {...{ setting, value, onChange, errors }} kind={field.kind} label={field.label} hint={field.hint} />
    )
  }
  const isLocked = setting.from === 'environment'
  const shared = {
    label: field.label,
    hint: isLocked ? texts.locked(setting.name) : field.hint,
    value,
    error: errors.get(setting.name),
    name: setting.name,
  }
  const choices = isLocked ? undefined : choicesOf(field, value, locale)
  if (choices) {
    return (
      <SelectField {...shared} onChange={event => onChange(event.target.value)}>
        {choices.map(([choice, label]) => (
          <option key={choice} value={choice}>
            {label}
          </option>
        ))}
      </SelectField>
    )
  }
  return (
    <TextField
      {...shared}
      readOnly={isLocked}
      autoComplete="off"
      {...((field.kind === 'amount' || field.kind === 'percentage') && { inputMode: 'decimal' })}
      {...(field.kind === 'whole' && { inputMode: 'numeric' })}
      onChange={event => onChange(event.target.value)}
    />
  )
}

/** What can be chosen; undefined where something is typed. */
function choicesOf({ kind }: Field, value: string, locale: string): (readonly [string, string])[] | undefined {
  if (kind === 'yes-no') {
    return [
      ['no', texts.no],
      ['yes', texts.yes],
    ]
  }
  if (kind === 'price-readers') {
    return [
      ['no', texts.no],
      ['confirmed', texts.pricesConfirmed],
      ['signed-in', texts.pricesSignedIn],
    ]
  }
  if (kind === 'list-policy') {
    return [
      ['nearest', texts.nearest],
      ['lowest', texts.lowest],
    ]
  }
  if (kind === 'country') {
    return [['', texts.noCountry], ...countriesByName(locale).map(({ code, name }): [string, string] => [code, name])]
  }
  if (kind === 'currency') return currencyChoices(locale)
  if (kind !== 'time-zone') return undefined
  return [...new Set([value, ...timeZones()])].map(zone => [zone, zone])
}
