import { joined } from '#kernel/sentence'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { type KeptAddress, addressesContract } from '#contracts/ordering'
import { placeLines } from '#rules/ordering'
import { basketTexts, deliveryTexts } from '#texts/ordering'
import { call } from '#ui/calls/call.ts'
import { Button } from '#ui/controls/button.tsx'
import { useFocusWhenGone } from '#ui/controls/focus-when-gone.ts'
import { Badge } from '#ui/data/badge.tsx'
import { DocumentHead } from '#ui/navigation/document-head.tsx'
import { Empty } from '#ui/feedback/empty.tsx'
import { PageTitle } from '#ui/navigation/page-title.tsx'
import { Placeholders } from '#ui/feedback/placeholders.tsx'
import { ReadFailed } from '#ui/feedback/read-failed.tsx'
import { toastFailure } from '#ui/feedback/toast.ts'
import { useShop } from '#ui/shop.tsx'
import styles from './address-book.module.css'
import { EditAddress } from './edit-address.tsx'
import { RemoveAddress } from './remove-address.tsx'

const addressesKey = ['addresses']

/** Where the account's orders can go. */
export default function AddressBookPage() {
  const client = useQueryClient()
  const book = useQuery({ queryKey: addressesKey, queryFn: () => call(addressesContract.listAddresses, {}) })
  const [edited, setEdited] = useState<KeptAddress | 'new'>()
  const [removed, setRemoved] = useState<{ address: KeptAddress; pressed: Element }>()
  // What a removal or a choice is asked by goes with it: reading goes on at the addresses.
  const place = useRef<HTMLDivElement>(null)
  const goOn = useFocusWhenGone(() => place.current)
  const refresh = () => client.invalidateQueries({ queryKey: addressesKey })
  const choose = async (id: string) => {
    try {
      await call(addressesContract.chooseAddress, { params: { id } })
    } catch (error) {
      toastFailure(error)
    }
    await refresh()
  }
  const add = (
    <Button variant="primary" onClick={() => setEdited('new')}>
      {basketTexts.addAddress}
    </Button>
  )
  return (
    <>
      <DocumentHead title={basketTexts.addressBook} hiddenFromSearch />
      <PageTitle lead={basketTexts.addressBookLead} actions={book.data && book.data.length > 0 && add}>
        {basketTexts.addressBook}
      </PageTitle>
      {book.isPending && <Placeholders count={2} className={styles.book} />}
      {book.error && !book.data && (
        <ReadFailed
          title={basketTexts.addressesFailed}
          error={book.error}
          isTrying={book.isFetching}
          onTry={() => void book.refetch()}
        />
      )}
      <div ref={place} tabIndex={-1}>
        {book.data?.length === 0 && (
          <Empty title={basketTexts.noAddresses} action={add}>
            <p>{basketTexts.noAddressesNext}</p>
          </Empty>
        )}
        {book.data && book.data.length > 0 && (
          <ul role="list" className={styles.book}>
            {book.data.map(address => (
              <Entry
                key={address._id}
                address={address}
                onEdit={() => setEdited(address)}
                onChoose={pressed => {
                  goOn(pressed)
                  void choose(address._id)
                }}
                onRemove={pressed => setRemoved({ address, pressed })}
              />
            ))}
          </ul>
        )}
      </div>
      <EditAddress address={edited} onClose={() => setEdited(undefined)} onSaved={refresh} />
      <RemoveAddress
        address={removed?.address}
        onClose={() => {
          goOn(removed?.pressed ?? null)
          setRemoved(undefined)
        }}
        onRemoved={refresh}
      />
    </>
  )
}

type EntryProps = {
  address: KeptAddress
  onEdit: () => void
  onChoose: (pressed: Element) => void
  onRemove: (pressed: Element) => void
}

function Entry({ address, onEdit, onChoose, onRemove }: EntryProps) {
  const { locale } = useShop()
  const { name } = address
  const called = joined([name, address.city], ', ')
  return (
    <li className={styles.entry}>
      <div className={styles.what}>
        <p>
          <strong>{joined([address.company, name], ', ')}</strong>{' '}
          {address.isDefault && <Badge>{basketTexts.defaultAddress}</Badge>}
        </p>
        <p>{joined(placeLines(address, locale), ', ')}</p>
        {address.phone && <p className={styles.phone}>{address.phone}</p>}
        {address.phoneIsDoubtful && <p className={styles.doubt}>{deliveryTexts.doubtfulPhone}</p>}
      </div>
      <div className={styles.actions}>
        <Button variant="quiet" size="small" aria-label={basketTexts.editNamed(called)} onClick={onEdit}>
          {basketTexts.edit}
        </Button>
        {!address.isDefault && (
          <Button
            variant="quiet"
            size="small"
            aria-label={basketTexts.makeDefaultNamed(called)}
            onClick={event => onChoose(event.currentTarget)}
          >
            {basketTexts.makeDefault}
          </Button>
        )}
        <Button
          variant="quiet"
          size="small"
          aria-label={basketTexts.removeAddressNamed(called)}
          onClick={event => onRemove(event.currentTarget)}
        >
          {basketTexts.remove}
        </Button>
      </div>
    </li>
  )
}
