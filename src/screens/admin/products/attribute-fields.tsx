import type { Attribute } from '#contracts/catalogue'
import { labelOf } from '#rules/catalogue'
import { classNames } from '#ui/class-names.ts'
import { SelectField, TextField } from '#ui/controls/field.tsx'
import { ReadFailed } from '#ui/feedback/read-failed.tsx'
import { productTexts } from './products.texts.ts'
import styles from './tool-form.module.css'
import { type AttributeValues, fieldOf } from './use-attribute-values.ts'

/** What the tool says of the attributes of the category that is chosen. */
export function AttributeFields({ values }: { values: AttributeValues }) {
  const { attributes = [], failed } = values
  if (attributes.length === 0 && !failed) return null
  return (
    <fieldset className={classNames(styles.group, styles.thirds)}>
      <legend>{productTexts.sectionFacts}</legend>
      {failed && (
        <div className={styles.whole}>
          <ReadFailed
            title={productTexts.attributesFailed}
            error={failed.error}
            isTrying={failed.isFetching}
            onTry={() => void failed.refetch()}
          />
        </div>
      )}
      {attributes.map(attribute => (
        <AttributeField key={attribute._id} attribute={attribute} values={values} />
      ))}
    </fieldset>
  )
}

function AttributeField({ attribute, values }: { attribute: Attribute; values: AttributeValues }) {
  const { _id: id, kind, choices } = attribute
  const field = {
    name: fieldOf(attribute),
    label: labelOf(attribute),
    optional: true,
    value: values.valueOf(attribute),
    error: values.problems.get(id),
    onBlur: () => values.leave(attribute),
  }
  if (kind === 'choice' || kind === 'yes-no') {
    const offered =
      kind === 'choice'
        ? choices
        : [
            { slug: 'yes', name: productTexts.yes },
            { slug: 'no', name: productTexts.no },
          ]
    return (
      <SelectField {...field} onChange={event => values.set(attribute, event.target.value)}>
        <option value="">{productTexts.notSaid}</option>
        {offered.map(({ slug, name }) => (
          <option key={slug} value={slug}>
            {name}
          </option>
        ))}
      </SelectField>
    )
  }
  return (
    <TextField
      {...field}
      onChange={event => values.set(attribute, event.target.value)}
      autoComplete="off"
      {...(kind === 'number' && { inputMode: 'decimal' as const })}
    />
  )
}
