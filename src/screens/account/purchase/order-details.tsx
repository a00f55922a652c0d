import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useState } from 'react'
import { type Resolver, type UseFormReturn, useForm, useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import { countriesByName } from '#kernel/countries'
import { useAccount } from '#parts/accounts'
import { type KeptAddress, PlaceOrder } from '#contracts/ordering'
import { addressText, labelOf } from '#rules/ordering'
import { addressTexts, basketTexts, ordersTexts } from '#texts/ordering'
import { dropDraft, keepDraft, readDraft } from '#ui/controls/draft.ts'
import { SelectField, TextArea, TextField } from '#ui/controls/field.tsx'
import { useShop } from '#ui/shop.tsx'
import { KeptAddresses, anotherAddress } from '../checkout/kept-addresses.tsx'
import choices from '../checkout/choices.module.css'
import styles from './order-form.module.css'
import { draftKeyOf, draftNames } from './order-draft.ts'
import { useLastDetails } from './use-last-details.ts'

/** What the form asks for; tool, quantity, name and email are known. */
const Details = z.pick(PlaceOrder, {
  phone: true,
  company: true,
  address: true,
  country: true,
  region: true,
  purchaseOrderReference: true,
  vatNumber: true,
})
export type DetailsInput = z.input<typeof Details>
type DetailsOutput = Omit<z.output<typeof Details>, 'address'> & { address?: string | undefined }
type DetailsForm = UseFormReturn<DetailsInput, unknown, DetailsOutput>

/** A place that is not typed is not looked at: its fields are not shown, so that nobody could mend what is wrong there. */
const notLookedAt = z.optional(z.string())
const WithoutAddress = z.extend(Details, { address: notLookedAt, country: notLookedAt, region: notLookedAt })

const resolvers: Record<'typed' | 'chosen', Resolver<DetailsInput, unknown, DetailsOutput>> = {
  typed: zodResolver(Details),
  chosen: zodResolver(WithoutAddress) as Resolver<DetailsInput, unknown, DetailsOutput>,
}

export const isDetail = (field: string): field is keyof DetailsInput => Object.hasOwn(Details.shape, field)

const draftFields = [...draftNames, 'country', 'region'] as const

/** Where to, and what else an order needs to know; what was typed in this tab stands there again. */
export function useDetails(addresses: readonly KeptAddress[]) {
  const { email } = useAccount()
  const { locale, country: shopsCountry = '' } = useShop()
  const [choice, choose] = useState(addresses[0]?._id ?? anotherAddress)
  const chosen = addresses.find(({ _id }) => _id === choice)
  const draftKey = draftKeyOf(email)
  const [defaultValues] = useState(() => ({ country: shopsCountry, ...readDraft(draftKey, draftFields) }))
  const resolver = resolvers[chosen ? 'chosen' : 'typed']
  const form = useForm<DetailsInput, unknown, DetailsOutput>({ resolver, mode: 'onTouched', defaultValues })
  const filled = useLastDetails(form, email)
  const { subscribe } = form
  useEffect(() => {
    const keep = (values: Record<string, unknown>) => {
      const typed = draftFields.filter(name => values[name] !== filled.current?.[name])
      keepDraft(draftKey, Object.fromEntries(typed.map(name => [name, values[name]])))
    }
    return subscribe({ formState: { values: true }, callback: ({ values }) => keep(values) })
  }, [subscribe, draftKey, filled])
  const typedCountry = useWatch({ control: form.control, name: 'country' })
  // A region is taken up once it stands there whole.
  const [region, setRegion] = useState(() => form.getValues('region'))
  const place = chosen ?? { country: typedCountry, region }
  return {
    form,
    choice,
    choose,
    setRegion,
    to: { ...(place.country && { country: place.country }), ...(place.region && { region: place.region }) },
    /** What is sent: the address in parts where it is one of the book. */
    sent({ address = '', country, region, ...details }: DetailsOutput) {
      if (!chosen) return { ...details, address, country, region }
      const { _id, isDefault: _isDefault, ...deliveryAddress } = chosen
      return { ...details, address: addressText(chosen, locale), deliveryAddress }
    },
    drop: () => dropDraft(draftKey),
  }
}

type DetailFieldsProps = {
  details: ReturnType<typeof useDetails>
  addresses: readonly KeptAddress[]
  /** Whether the sum depends on the country. */
  dependsOnAddress: boolean
}

export function DetailFields({
  details: { form, choice, choose, setRegion },
  addresses,
  dependsOnAddress,
}: DetailFieldsProps) {
  const account = useAccount()
  const { register, formState } = form
  const { errors } = formState
  return (
    <div className={styles.fields}>
      <TextField label={ordersTexts.userName} value={account.name} readOnly />
      <TextField label={ordersTexts.userEmail} value={account.email} readOnly />
      <TextField
        {...register('phone')}
        label={ordersTexts.phone}
        type="tel"
        autoComplete="tel"
        error={errors.phone?.message}
      />
      <TextField
        {...register('company')}
        label={ordersTexts.company}
        autoComplete="organization"
        error={errors.company?.message}
      />
      {addresses.length > 0 && (
        <fieldset className={`${choices.group} ${styles.whole}`}>
          <legend className={choices.name}>{basketTexts.addresses}</legend>
          <KeptAddresses addresses={addresses} choice={choice} onChoose={choose} />
        </fieldset>
      )}
      {choice === anotherAddress && (
        <>
          <TextArea
            {...register('address')}
            label={ordersTexts.address}
            hint={ordersTexts.addressHint}
            autoComplete="street-address"
            rows={3}
            error={errors.address?.message}
            className={styles.whole}
          />
          {dependsOnAddress && <PlaceFields form={form} onRegion={setRegion} />}
        </>
      )}
      <TextField
        {...register('purchaseOrderReference')}
        label={ordersTexts.reference}
        optional
        autoComplete="off"
        error={errors.purchaseOrderReference?.message}
      />
      <TextField
        {...register('vatNumber')}
        label={ordersTexts.vatNumber}
        optional
        autoComplete="off"
        error={errors.vatNumber?.message}
      />
    </div>
  )
}

/** Where the typed address is. A shop that has said its own country begins with that; in another one nobody has to choose. */
function PlaceFields({ form, onRegion }: { form: DetailsForm; onRegion: (region: string | undefined) => void }) {
  const { locale, country: shopsCountry } = useShop()
  const { register, formState, getValues } = form
  const { errors } = formState
  const country = useWatch({ control: form.control, name: 'country' }) ?? ''
  return (
    <>
      <SelectField
        {...register('country')}
        label={addressTexts.country}
        optional={shopsCountry === undefined}
        autoComplete="country"
        error={errors.country?.message}
      >
        {shopsCountry === undefined && <option value="">{addressTexts.chooseCountry}</option>}
        {countriesByName(locale).map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </SelectField>
      <TextField
        {...register('region', { onBlur: () => onRegion(getValues('region')) })}
        label={labelOf('region', country)}
        optional
        autoComplete="address-level1"
        error={errors.region?.message}
      />
    </>
  )
}
