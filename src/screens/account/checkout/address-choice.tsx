import { type UseFormReturn, useWatch } from 'react-hook-form'
import type { KeptAddress } from '#contracts/ordering'
import { AddressFields } from '#parts/ordering'
import { basketTexts } from '#texts/ordering'
import type { CheckoutInput, CheckoutOutput } from './checkout-form.tsx'
import styles from './checkout-page.module.css'
import choices from './choices.module.css'
import { KeptAddresses, anotherAddress } from './kept-addresses.tsx'

type AddressChoiceProps = {
  addresses: readonly KeptAddress[]
  choice: string
  onChoose: (choice: string) => void
  form: UseFormReturn<CheckoutInput, unknown, CheckoutOutput>
  /** Hears the region once it is typed. */
  onRegion: (region: string | undefined) => void
  isKept: boolean
  onKeep: (isKept: boolean) => void
}

/** Where to: an address of the book, or another one, which the book can keep. */
export function AddressChoice({ addresses, choice, onChoose, form, onRegion, isKept, onKeep }: AddressChoiceProps) {
  const country = useWatch({ control: form.control, name: 'address.country' })
  const { errors } = form.formState
  const isTyped = choice === anotherAddress
  return (
    <section className={styles.part}>
      <h2>{basketTexts.delivery}</h2>
      {addresses.length > 0 && (
        <fieldset className={choices.group}>
          <legend className="visually-hidden">{basketTexts.addresses}</legend>
          <KeptAddresses addresses={addresses} choice={choice} onChoose={onChoose} />
        </fieldset>
      )}
      {isTyped && (
        <div className={styles.new}>
          <AddressFields
            register={name =>
              form.register(`address.${name}`, {
                ...(name === 'region' && { onBlur: () => onRegion(form.getValues('address.region')) }),
              })
            }
            errorOf={name => errors.address?.[name]?.message}
            valueOf={name => form.getValues(`address.${name}`)}
            country={country}
          />
          <label className={styles.tick}>
            <input type="checkbox" checked={isKept} onChange={({ target }) => onKeep(target.checked)} />
            <span>{basketTexts.keepAddress}</span>
          </label>
        </div>
      )}
    </section>
  )
}
