import { Button } from '#ui/controls/button.tsx'
import { SelectField, TextField } from '#ui/controls/field.tsx'
import { useShownCategories } from './price-queries.ts'
import styles from './prices.module.css'
import { pricesTexts as texts } from './prices.texts.ts'

/** A rule as it is typed: the path of a category or the name of a brand, or neither. */
export type TypedRule = { category: string; brand: string; percent: string }

type RuleFieldsProps = {
  rules: readonly TypedRule[]
  setRules: (rules: TypedRule[]) => void
  errors: ReadonlyMap<string, string>
}

/** What a list takes off the products' own prices. */
export function RuleFields({ rules, setRules, errors }: RuleFieldsProps) {
  const categories = useShownCategories()
  const set = (at: number, change: Partial<TypedRule>) =>
    setRules(rules.map((rule, index) => (index === at ? { ...rule, ...change } : rule)))
  return (
    <fieldset className={styles.rules}>
      <legend>{texts.rules}</legend>
      <p className={styles.soft}>{texts.rulesHint}</p>
      {rules.map((rule, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- a rule that is being typed has nothing else of its own
        <div key={at} className={styles.row}>
          <SelectField
            label={texts.ruleFor}
            value={rule.category}
            error={errors.get(`rules.${at}.category`)}
            onChange={event => set(at, { category: event.target.value })}
          >
            <option value="">{texts.allProducts}</option>
            {rule.category !== '' && !categories.data?.some(({ path }) => path === rule.category) && (
              <option value={rule.category}>{rule.category}</option>
            )}
            {categories.data?.map(({ path, fullName }) => (
              <option key={path} value={path}>
                {fullName}
              </option>
            ))}
          </SelectField>
          <TextField
            label={texts.ruleBrand}
            value={rule.brand}
            autoComplete="off"
            optional
            error={errors.get(`rules.${at}.brand`)}
            onChange={event => set(at, { brand: event.target.value })}
          />
          <TextField
            label={texts.percent}
            value={rule.percent}
            autoComplete="off"
            inputMode="decimal"
            error={errors.get(`rules.${at}.percent`)}
            onChange={event => set(at, { percent: event.target.value })}
          />
          <Button
            variant="quiet"
            aria-label={texts.removeRuleNamed(at + 1)}
            onClick={() => setRules(rules.filter((_, index) => index !== at))}
          >
            {texts.removeRule}
          </Button>
        </div>
      ))}
      <div>
        <Button onClick={() => setRules([...rules, { category: '', brand: '', percent: '' }])}>{texts.addRule}</Button>
      </div>
    </fieldset>
  )
}
