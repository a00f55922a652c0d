import { useState } from 'react'
import { SelectField, TextField } from '#ui/controls/field.tsx'
import { attributeColumn } from '#rules/imports'
import { mappingTexts as texts } from '#texts/imports'
import { useCategories } from '../../categories/category-queries.ts'
import { type MappingChanges, type MappingDraft, categoryOf, withCategory } from './use-mapping.ts'

type CategoryProps = { draft: MappingDraft; onChange: (changes: MappingChanges, isAdded: boolean) => void }

/** What no category can be called. */
const another = '>'

/** Into which category parts go whose rows name none: one that is there, or one that is made. For whoever may see every category. */
export function CategoryField({ draft, onChange }: CategoryProps) {
  const { data } = useCategories()
  const chosen = categoryOf(draft)
  const [isNamed, setNamed] = useState(false)
  // One that was said of an earlier list, and is not there any more, would be made again.
  const isNew = isNamed || (chosen !== '' && data !== undefined && !data.some(({ fullName }) => fullName === chosen))
  const say = (category: string, isAdded: boolean) =>
    onChange({ fixed: withCategory(draft, category) }, isAdded && category !== '')
  const choose = (value: string) => {
    setNamed(value === another)
    say(value === another ? '' : value, false)
  }
  const has = (is: (column: string) => boolean) => draft.columns.some(({ column }) => is(column))
  const isNeeded = chosen === '' && has(column => attributeColumn(column) !== undefined) && !has(isCategory)
  return (
    <>
      <SelectField
        label={texts.category}
        hint={isNeeded ? texts.categoryNeeded : texts.categoryHint}
        value={isNew ? another : chosen}
        onChange={event => choose(event.target.value)}
      >
        <option value="">{texts.noCategory}</option>
        <option value={another}>{texts.newCategory}</option>
        {(data ?? [{ fullName: chosen }]).map(
          ({ fullName }) => fullName !== '' && <option key={fullName}>{fullName}</option>,
        )}
      </SelectField>
      {isNew && (
        <TextField
          label={texts.newCategoryName}
          hint={chosen === '' ? texts.newCategoryHint : texts.categoryMade(chosen)}
          autoComplete="off"
          value={chosen}
          onChange={event => {
            setNamed(true)
            say(event.target.value, true)
          }}
        />
      )}
    </>
  )
}

const isCategory = (column: string) => column === 'category'
