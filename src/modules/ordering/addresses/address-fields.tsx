import { countriesByName } from '#kernel/countries'
import { SelectField, TextField } from '#ui/controls/field.tsx'
import { useShop } from '#ui/shop.tsx'
import { basketTexts } from '../basket/basket.texts.ts'
import styles from './address-fields.module.css'
import { type DeliveryAddress, addressLimits as limits, needsPostalCode } from './addresses.rules.ts'

export type AddressFieldName = keyof DeliveryAddress

type AddressFieldsProps = {
  /** Of the form that they stand in. */
  register: (name: AddressFieldName) => object
  errorOf: (name: AddressFieldName) => string | undefined
  /** What is chosen by now: it decides what an address there has. */
  country: string | undefined
}

/** An address in its parts, as browsers know to fill them in. */
export function AddressFields({ register, errorOf, country = '' }: AddressFieldsProps) {
  const { locale } = useShop()
  const field = (name: AddressFieldName) => ({ ...register(name), error: errorOf(name) })
  return (
    <div className={styles.fields}>
      <TextField
        {...field('name')}
        label={basketTexts.name}
        hint={basketTexts.nameHint}
        autoComplete="shipping name"
        maxLength={limits.name}
      />
      <TextField
        {...field('company')}
        label={basketTexts.company}
        optional
        autoComplete="shipping organization"
        maxLength={limits.company}
      />
      <TextField
        {...field('street')}
        label={basketTexts.street}
        autoComplete="shipping street-address"
        maxLength={limits.street}
        className={styles.whole}
      />
      <TextField
        {...field('postalCode')}
        label={basketTexts.postalCode}
        optional={country !== '' && !needsPostalCode(country)}
        autoComplete="shipping postal-code"
        maxLength={limits.postalCode}
      />
      <TextField
        {...field('city')}
        label={basketTexts.city}
        autoComplete="shipping address-level2"
        maxLength={limits.city}
      />
      <TextField
        {...field('region')}
        label={basketTexts.region}
        optional
        autoComplete="shipping address-level1"
        maxLength={limits.region}
      />
      <SelectField {...field('country')} label={basketTexts.country} autoComplete="shipping country">
        <option value="">{basketTexts.chooseCountry}</option>
        {countriesByName(locale).map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </SelectField>
      <TextField
        {...field('phone')}
        label={basketTexts.phone}
        hint={basketTexts.phoneHint}
        optional
        type="tel"
        autoComplete="shipping tel"
        maxLength={40}
      />
    </div>
  )
}
