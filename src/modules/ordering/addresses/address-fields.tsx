import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { contentContract } from '#contracts/content'
import { countriesByName } from '#kernel/countries'
import { call } from '#ui/calls/call.ts'
import { SelectField, TextField } from '#ui/controls/field.tsx'
import { useShop } from '#ui/shop.tsx'
import { addressTexts } from './addresses.texts.ts'
import styles from './address-fields.module.css'
import { type PlaceField, fieldsOf, isCodeOfDigits } from './by-country.rules.ts'
import { type TypedAddress, addressLimits as limits } from './delivery-address.rules.ts'

export type AddressFieldName = keyof TypedAddress

type AddressFieldsProps = {
  /** Of the form that they stand in. */
  register: (name: AddressFieldName) => object
  errorOf: (name: AddressFieldName) => string | undefined
  valueOf: (name: AddressFieldName) => string | undefined
  /** What is chosen by now: it decides what an address there has, and how that is called. */
  country: string | undefined
}

const autoComplete = {
  street: 'shipping street-address',
  postalCode: 'shipping postal-code',
  city: 'shipping address-level2',
  region: 'shipping address-level1',
} satisfies Record<PlaceField, string>

/** An address in its parts, as browsers know to fill them in. */
export function AddressFields({ register, errorOf, valueOf, country = '' }: AddressFieldsProps) {
  const { locale } = useShop()
  const field = (name: AddressFieldName) => ({ ...register(name), error: errorOf(name) })
  return (
    <div className={styles.fields}>
      <SelectField
        {...field('country')}
        label={addressTexts.country}
        autoComplete="shipping country"
        className={styles.whole}
      >
        <option value="">{addressTexts.chooseCountry}</option>
        {countriesByName(locale).map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </SelectField>
      <TextField
        {...field('name')}
        label={addressTexts.name}
        hint={addressTexts.nameHint}
        autoComplete="shipping name"
        maxLength={limits.name}
      />
      <TextField
        {...field('company')}
        label={addressTexts.company}
        optional
        autoComplete="shipping organization"
        maxLength={limits.company}
      />
      {usePlaceFields(country, valueOf).map(({ field: name, label, isNeeded }) => (
        <TextField
          key={name}
          {...field(name)}
          label={label}
          optional={country !== '' && !isNeeded}
          autoComplete={autoComplete[name]}
          maxLength={limits[name]}
          {...(name === 'street' && { className: styles.whole })}
          {...(name === 'postalCode' && isCodeOfDigits(country) && { inputMode: 'numeric' as const })}
        />
      ))}
      <TextField
        {...field('phone')}
        label={addressTexts.phone}
        hint={addressTexts.phoneHint}
        optional
        type="tel"
        autoComplete="shipping tel"
        maxLength={40}
      />
    </div>
  )
}

/**
 * The fields of a country. One that it does not have is there where the shop taxes by it, and where something stands in it that was typed
 * before the country was chosen: nothing is sent that nobody sees.
 */
function usePlaceFields(country: string, valueOf: (name: PlaceField) => string | undefined) {
  // As the checkout has read it already.
  const config = useQuery({ queryKey: ['config'], queryFn: () => call(contentContract.getConfig, {}) })
  const isTaxedByRegion = config.data?.terms.taxedByRegion?.includes(country)
  const holding = () => fieldsOf(country).filter(({ field }) => Boolean(valueOf(field)))
  const [start, setStart] = useState(() => ({ country, filled: holding() }))
  if (start.country !== country) setStart({ country, filled: holding() })
  return fieldsOf(country).filter(
    ({ field, isThere }) =>
      isThere || (field === 'region' && isTaxedByRegion) || start.filled.some(filled => filled.field === field),
  )
}
