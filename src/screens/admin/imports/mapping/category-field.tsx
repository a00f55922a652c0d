import { SelectField } from '#ui/controls/field.tsx'
import { mappingTexts as texts } from '#texts/imports'
import { useCategories } from '../../categories/category-queries.ts'
import { type MappingChanges, type MappingDraft, categoryOf, withCategory } from './use-mapping.ts'

type CategoryProps = { draft: MappingDraft; onChange: (changes: MappingChanges) => void }

/** Into which category parts go whose rows name none. For whoever may see every category. */
export function CategoryField({ draft, onChange }: CategoryProps) {
  const { data = [] } = useCategories()
  const chosen = categoryOf(draft)
  // One that is not known yet, or not any more, stands for itself: the choice is not lost.
  const names = new Set([...data.map(({ fullName }) => fullName), chosen])
  names.delete('')
  return (
    <SelectField
      label={texts.category}
      hint={texts.categoryHint}
      value={chosen}
      onChange={event => onChange({ fixed: withCategory(draft, event.target.value) })}
    >
      <option value="">{texts.noCategory}</option>
      {[...names].map(name => (
        <option key={name}>{name}</option>
      ))}
    </SelectField>
  )
}
