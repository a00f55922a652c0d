import { useWatch } from 'react-hook-form'
import { Badge } from '#ui/data/badge.tsx'
import { classNames } from '#ui/class-names.ts'
import { SelectField, TextArea, TextField } from '#ui/controls/field.tsx'
import { useShop } from '#ui/shop.tsx'
import { AttributeFields } from './attribute-fields.tsx'
import { PicturesField } from './pictures-field.tsx'
import { productTexts } from './products.texts.ts'
import { readTags, salesUnits, weightInKilograms } from '#rules/catalogue'
import { standardClass } from '#rules/tax'
import { may } from '#kernel/access'
import { useAccount } from '#parts/accounts'
import { useTaxClasses } from './tool-queries.ts'
import styles from './tool-form.module.css'
import { CategoryOptions } from '../categories/category-options.tsx'
import { useCategories } from '../categories/category-queries.ts'
import type { ToolFormState } from './tool-values.ts'
import type { AttributeValues } from './use-attribute-values.ts'

type ToolFieldsProps = {
  form: ToolFormState
  /** What it says of the attributes of its category. */
  values: AttributeValues
  isNew: boolean
  /** Hears whether a picture is on its way. */
  onBusy: (isBusy: boolean) => void
}

/** The fields of a tool, new or known. */
export function ToolFields({ form, values, isNew, onBusy }: ToolFieldsProps) {
  const { register, formState } = form
  const { errors } = formState
  return (
    <>
      <fieldset className={styles.group}>
        <legend>{productTexts.sectionWhat}</legend>
        <TextField
          {...register('name')}
          label={productTexts.name}
          hint={productTexts.nameHint}
          autoComplete="off"
          error={errors.name?.message}
          className={styles.whole}
        />
        <TextArea
          {...register('description')}
          label={productTexts.description}
          error={errors.description?.message}
          className={styles.whole}
        />
        <div className={styles.whole}>
          <PicturesField form={form} onBusy={onBusy} />
        </div>
      </fieldset>
      <SaleFields form={form} isNew={isNew} />
      <FindFields form={form} />
      <AttributeFields values={values} />
    </>
  )
}

function SaleFields({ form, isNew }: { form: ToolFormState; isNew: boolean }) {
  const { register, formState } = form
  const { errors } = formState
  const { currency, locale } = useShop()
  const account = useAccount()
  // The first price and stock of a product are the catalogue's; later ones are not.
  const mayPrice = isNew || may(account, 'prices')
  const mayCount = isNew || may(account, 'stock')
  const sign = new Intl.NumberFormat(locale, { style: 'currency', currency: currency.toUpperCase() })
    .formatToParts(0)
    .find(({ type }) => type === 'currency')?.value
  return (
    <fieldset className={classNames(styles.group, styles.thirds)}>
      <legend>{productTexts.sectionSale}</legend>
      <TextField
        {...register('price')}
        label={productTexts.price(sign ?? currency.toUpperCase())}
        readOnly={!mayPrice}
        hint={mayPrice ? undefined : productTexts.notYours}
        inputMode="decimal"
        autoComplete="off"
        error={errors.price?.message}
      />
      <TextField
        {...register('availableQuantity')}
        label={productTexts.available}
        readOnly={!mayCount}
        hint={!mayCount ? productTexts.notYours : isNew ? productTexts.availableHint : productTexts.availableChangeHint}
        inputMode="numeric"
        autoComplete="off"
        error={errors.availableQuantity?.message}
      />
      <TextField
        {...register('minimumQuantity')}
        label={productTexts.minimum}
        hint={productTexts.minimumHint}
        inputMode="numeric"
        autoComplete="off"
        error={errors.minimumQuantity?.message}
      />
      <UnitFields form={form} />
    </fieldset>
  )
}

/** In what it is sold, in which multiples, and what one of it weighs. */
function UnitFields({ form }: { form: ToolFormState }) {
  const { register, formState, control } = form
  const { errors } = formState
  const { locale } = useShop()
  const unit = useWatch({ control, name: 'unit' })
  return (
    <>
      <SelectField
        {...register('unit')}
        label={productTexts.unit}
        hint={productTexts.unitHint}
        error={errors.unit?.message}
      >
        {salesUnits.map(each => (
          <option key={each} value={each}>
            {productTexts.unitNames[each]}
          </option>
        ))}
      </SelectField>
      {unit === 'box' && (
        <TextField
          {...register('boxQuantity')}
          label={productTexts.boxQuantity}
          inputMode="numeric"
          autoComplete="off"
          error={errors.boxQuantity?.message}
        />
      )}
      <TextField
        {...register('multiple')}
        label={productTexts.multiple}
        hint={productTexts.multipleHint}
        optional
        inputMode="numeric"
        autoComplete="off"
        error={errors.multiple?.message}
      />
      <TextField
        {...register('weightGrams')}
        label={productTexts.weight}
        hint={productTexts.weightHint(weightInKilograms(1250, locale))}
        optional
        inputMode="decimal"
        autoComplete="off"
        error={errors.weightGrams?.message}
      />
      <TaxClassField form={form} />
      <TextField
        {...register('lowStockLevel')}
        label={productTexts.lowLevel}
        hint={productTexts.lowLevelHint}
        optional
        inputMode="numeric"
        autoComplete="off"
        error={errors.lowStockLevel?.message}
      />
    </>
  )
}

/** By which class it is taxed; nothing to choose in a shop that has the standard one alone. */
function TaxClassField({ form: { register, formState, control } }: { form: ToolFormState }) {
  const chosen = useWatch({ control, name: 'taxClass' }) || standardClass
  const classes = useTaxClasses()
  // One that the table has forgotten stands for itself.
  const choices = [...new Set([...(classes.data ?? [standardClass]), chosen])]
  if (choices.length === 1) return null
  return (
    <SelectField
      {...register('taxClass')}
      label={productTexts.taxClass}
      hint={productTexts.taxClassHint}
      error={formState.errors.taxClass?.message}
    >
      {choices.map(name => (
        <option key={name} value={name}>
          {name}
        </option>
      ))}
    </SelectField>
  )
}

function FindFields({ form }: { form: ToolFormState }) {
  const { register, formState, control } = form
  const { errors } = formState
  const categories = useCategories()
  const tags = readTags(useWatch({ control, name: 'tags' }) ?? '')
  const category = useWatch({ control, name: 'category' })
  // Until the categories are known, the one that is chosen stands for itself: the choice is not lost.
  const choices = categories.data ?? (category ? [{ _id: category, fullName: category }] : [])
  return (
    <fieldset className={classNames(styles.group, styles.thirds)}>
      <legend>{productTexts.sectionMore}</legend>
      <TextField
        {...register('brand')}
        label={productTexts.brand}
        hint={productTexts.brandHint}
        optional
        autoComplete="off"
        error={errors.brand?.message}
      />
      <TextField
        {...register('partNumber')}
        label={productTexts.partNumber}
        optional
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        error={errors.partNumber?.message}
      />
      <SelectField {...register('category')} label={productTexts.category} optional error={errors.category?.message}>
        <option value="">{productTexts.noCategory}</option>
        <CategoryOptions of={choices} />
      </SelectField>
      <div className={styles.tags}>
        <TextField
          {...register('tags')}
          label={productTexts.tags}
          hint={productTexts.tagsHint}
          optional
          autoComplete="off"
          error={errors.tags?.message}
        />
        <ul role="list" aria-label={productTexts.tagsPreview} className={styles.chips}>
          {tags.map(tag => (
            <li key={tag}>
              <Badge>{tag}</Badge>
            </li>
          ))}
        </ul>
      </div>
    </fieldset>
  )
}
