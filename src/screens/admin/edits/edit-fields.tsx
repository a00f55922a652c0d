import { may } from '#kernel/access'
import { useAccount } from '#parts/accounts'
import { priceChanges, stockChanges, tagChanges } from '#rules/catalogue'
import { SelectField, TextField } from '#ui/controls/field.tsx'
import { CategoryOptions } from '../categories/category-options.tsx'
import { useCategories } from '../categories/category-queries.ts'
import { useTaxClasses } from '../products/tool-queries.ts'
import { type EditValues, noCategory } from './edit-change.ts'
import styles from './edits.module.css'
import { editsTexts as texts } from './edits.texts.ts'

type EditFieldsProps = {
  typed: EditValues
  /** By the fields of the call: `price.value`. */
  problems: ReadonlyMap<string, string>
  onChange: (more: Partial<EditValues>) => void
}

/** What can be set of many tools at once. */
export function EditFields({ typed, problems, onChange }: EditFieldsProps) {
  const categories = useCategories()
  const { stockHow, tagsHow } = typed
  const account = useAccount()
  return (
    <>
      {may(account, 'prices') && <PriceFields typed={typed} problems={problems} onChange={onChange} />}
      <div className={styles.line}>
        <SelectField
          label={texts.category}
          value={typed.category}
          onChange={event => onChange({ category: event.target.value })}
          error={problems.get('category')}
        >
          <option value="">{texts.leave}</option>
          <option value={noCategory}>{texts.noCategory}</option>
          <CategoryOptions of={categories.data ?? []} />
        </SelectField>
        <TextField
          label={texts.minimum}
          hint={texts.keepHint}
          value={typed.minimumQuantity}
          onChange={event => onChange({ minimumQuantity: event.target.value })}
          inputMode="numeric"
          autoComplete="off"
          error={problems.get('minimumQuantity')}
        />
        <TextField
          label={texts.multiple}
          hint={texts.keepHint}
          value={typed.multiple}
          onChange={event => onChange({ multiple: event.target.value })}
          inputMode="numeric"
          autoComplete="off"
          error={problems.get('multiple')}
        />
      </div>
      <TaxClassFields typed={typed} problems={problems} onChange={onChange} />
      {may(account, 'stock') && (
        <div className={styles.line}>
          <Choice
            label={texts.stock}
            value={stockHow}
            words={texts.stockHow}
            options={stockChanges}
            onChange={how => onChange({ stockHow: how })}
          />
          {stockHow !== '' && (
            <TextField
              label={texts.units}
              hint={texts.unitsHint}
              value={typed.units}
              onChange={event => onChange({ units: event.target.value })}
              autoComplete="off"
              error={problems.get('stock.units')}
            />
          )}
        </div>
      )}
      <div className={styles.line}>
        <Choice
          label={texts.tags}
          value={tagsHow}
          words={texts.tagsHow}
          options={tagChanges}
          onChange={how => onChange({ tagsHow: how })}
        />
        {tagsHow !== '' && (
          <TextField
            label={texts.tagsTyped}
            hint={texts.tagsHint}
            value={typed.tags}
            onChange={event => onChange({ tags: event.target.value })}
            autoComplete="off"
            error={problems.get('tags.tags')}
          />
        )}
      </div>
      <label className={styles.archive}>
        <input
          type="checkbox"
          checked={typed.archive}
          onChange={event => onChange({ archive: event.target.checked })}
        />
        <span>
          {texts.archive}
          <span className={styles.soft}>{texts.archiveHint}</span>
        </span>
      </label>
    </>
  )
}

/** Nothing to choose in a shop that has the standard class alone. */
function TaxClassFields({ typed, problems, onChange }: EditFieldsProps) {
  const classes = useTaxClasses().data ?? []
  if (classes.length < 2) return null
  return (
    <div className={styles.line}>
      <SelectField
        label={texts.taxClass}
        value={typed.taxClass}
        onChange={event => onChange({ taxClass: event.target.value })}
        error={problems.get('taxClass')}
      >
        <option value="">{texts.leave}</option>
        {classes.map(name => (
          <option key={name}>{name}</option>
        ))}
      </SelectField>
    </div>
  )
}

function PriceFields({ typed, problems, onChange }: EditFieldsProps) {
  const { priceHow } = typed
  return (
    <div className={styles.line}>
      <Choice
        label={texts.price}
        value={priceHow}
        words={texts.priceHow}
        options={priceChanges}
        onChange={how => onChange({ priceHow: how })}
      />
      {priceHow !== '' && (
        <>
          <TextField
            label={texts.priceValue}
            hint={texts.priceHint}
            value={typed.price}
            onChange={event => onChange({ price: event.target.value })}
            inputMode="text"
            autoComplete="off"
            error={problems.get('price.value')}
          />
          <TextField
            label={texts.roundTo}
            hint={texts.roundHint}
            optional
            value={typed.roundTo}
            onChange={event => onChange({ roundTo: event.target.value })}
            inputMode="decimal"
            autoComplete="off"
            error={problems.get('price.roundTo')}
          />
        </>
      )}
    </div>
  )
}

type ChoiceProps<How extends string> = {
  label: string
  value: How | ''
  words: Record<How, string>
  options: readonly How[]
  onChange: (how: How | '') => void
}

/** How a field is changed, or that it stays. */
function Choice<How extends string>({ label, value, words, options, onChange }: ChoiceProps<How>) {
  return (
    <SelectField
      label={label}
      value={value}
      onChange={event => onChange(options.find(option => option === event.target.value) ?? '')}
    >
      <option value="">{texts.leave}</option>
      {options.map(option => (
        <option key={option} value={option}>
          {words[option]}
        </option>
      ))}
    </SelectField>
  )
}
