import { type UseFormReturn, useWatch } from 'react-hook-form'
import type { KeptAddress } from '#contracts/ordering'
import { AddressFields } from '#parts/ordering'
import { addressLines } from '#rules/ordering'
import { basketTexts } from '#texts/ordering'
import { Badge } from '#ui/data/badge.tsx'
import { useShop } from '#ui/shop.tsx'
import type { CheckoutInput, CheckoutOutput } from './checkout-form.tsx'
import styles from './checkout-page.module.css'
import choices from './choices.module.css'

/** The choice of none that is kept. */
export const anotherAddress = 'another'

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
          <div className={choices.choices}>
            {addresses.map(address => (
              <label key={address._id} className={choices.choice}>
                <input
                  type="radio"
                  name="address"
                  checked={choice === address._id}
                  onChange={() => onChoose(address._id)}
                />
                <AddressText address={address} />
                {address.isDefault && <Badge>{basketTexts.defaultAddress}</Badge>}
              </label>
            ))}
            <label className={choices.choice}>
              <input type="radio" name="address" checked={isTyped} onChange={() => onChoose(anotherAddress)} />
              <span>{basketTexts.anotherAddress}</span>
            </label>
          </div>
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

function AddressText({ address }: { address: KeptAddress }) {
  const { locale } = useShop()
  const [name, ...lines] = addressLines(address, locale)
  return (
    <span>
      <strong>{address.company ? `${address.company}, ${name}` : name}</strong>
      <br />
      {lines.join(', ')}
    </span>
  )
}
