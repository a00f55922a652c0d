import type { UseFormRegisterReturn } from 'react-hook-form'
import { additions, turnsOfPart, unlistedActs } from '#rules/imports'
import { importsTexts as texts, formTexts } from '#texts/imports'
import { SelectField } from '#ui/controls/field.tsx'
import styles from './imports.module.css'

type Option = (typeof additions)[number] | 'full' | 'unlisted' | 'twice'
type Register = (name: Option, options?: { setValueAs: typeof setValueAs }) => UseFormRegisterReturn<Option>

/** What becomes of parts by their being listed: new ones, those that are listed twice, those that are listed no more. */
export function ListOptions({ register }: { register: Register }) {
  return (
    <>
      <div className={styles.options}>
        {additions.map(name => (
          <label key={name}>
            <input type="checkbox" {...register(name)} />
            {formTexts.additions[name]}
          </label>
        ))}
        <label>
          <input type="checkbox" {...register('full')} />
          {texts.full}
        </label>
      </div>
      <SelectField label={texts.unlisted} hint={texts.unlistedHint} {...register('unlisted', { setValueAs })}>
        <option value="">{texts.unlistedNothing}</option>
        {unlistedActs.map(act => (
          <option key={act} value={act}>
            {texts.unlistedActs[act]}
          </option>
        ))}
      </SelectField>
      <SelectField label={texts.twice} {...register('twice', { setValueAs })}>
        {turnsOfPart.map(turn => (
          <option key={turn} value={turn}>
            {texts.twiceTurns[turn]}
          </option>
        ))}
      </SelectField>
    </>
  )
}

/** What nobody has said is not sent. */
const setValueAs = (value: string | undefined) => value || undefined
