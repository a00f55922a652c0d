import { currencyChoices } from '#kernel/tables/currencies'
import { formatDay } from '#kernel/days'
import { SelectField, TextField } from '#ui/controls/field.tsx'
import { useShop } from '#ui/shop.tsx'
import { mappingTexts as texts } from '#texts/imports'
import styles from './mapping.module.css'
import { type MappingChanges, type MappingDraft, currencyOf, rateBefore } from './use-mapping.ts'

type CurrencyProps = {
  draft: MappingDraft
  error: string | undefined
  onChange: (changes: MappingChanges) => void
}

/** In which currency a list's amounts are and, where that is not the shop's, what one unit of it is. A rate that is kept says its day. */
export function CurrencyFields({ draft, error, onChange }: CurrencyProps) {
  const shop = useShop()
  const { currency: own, locale } = shop
  const code = currencyOf(draft)
  const before = rateBefore(draft.list, code, shop)
  const others = currencyChoices(locale).filter(([other]) => other !== own)
  return (
    <div className={styles.words}>
      <SelectField
        label={texts.currency}
        hint={texts.currencyHint}
        value={code}
        onChange={event => onChange({ currency: event.target.value })}
      >
        <option value="">{texts.shopCurrency(own)}</option>
        {others.map(([other, name]) => (
          <option key={other} value={other}>
            {name}
          </option>
        ))}
      </SelectField>
      {code !== '' && (
        <TextField
          label={texts.rate(code, own)}
          hint={before?.saidOn === undefined ? texts.rateHint : texts.rateDay(formatDay(before.saidOn, locale))}
          inputMode="decimal"
          autoComplete="off"
          value={draft.rate}
          error={error}
          onChange={event => onChange({ rate: event.target.value })}
        />
      )}
    </div>
  )
}
