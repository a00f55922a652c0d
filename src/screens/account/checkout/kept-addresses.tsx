import { joined } from '#kernel/sentence'
import type { KeptAddress } from '#contracts/ordering'
import { placeLines } from '#rules/ordering'
import { basketTexts } from '#texts/ordering'
import { Badge } from '#ui/data/badge.tsx'
import { useShop } from '#ui/shop.tsx'
import styles from './choices.module.css'

/** The choice of none that is kept. */
export const anotherAddress = 'another'

type KeptAddressesProps = {
  addresses: readonly KeptAddress[]
  choice: string
  onChoose: (choice: string) => void
}

/** The addresses of the book, and the choice of another one. */
export function KeptAddresses({ addresses, choice, onChoose }: KeptAddressesProps) {
  return (
    <div className={styles.choices}>
      {addresses.map(address => (
        <label key={address._id} className={styles.choice}>
          <input type="radio" name="address" checked={choice === address._id} onChange={() => onChoose(address._id)} />
          <AddressText address={address} />
          {address.isDefault && <Badge>{basketTexts.defaultAddress}</Badge>}
        </label>
      ))}
      <label className={styles.choice}>
        <input
          type="radio"
          name="address"
          checked={choice === anotherAddress}
          onChange={() => onChoose(anotherAddress)}
        />
        <span>{basketTexts.anotherAddress}</span>
      </label>
    </div>
  )
}

function AddressText({ address }: { address: KeptAddress }) {
  const { locale } = useShop()
  const { name } = address
  return (
    <span>
      <strong>{joined([address.company, name], ', ')}</strong>
      <br />
      {joined(placeLines(address, locale), ', ')}
    </span>
  )
}
