import { useEffect, useRef, useState } from 'react'
import { Button } from '#ui/controls/button.tsx'
import { Card } from '#ui/data/card.tsx'
import { useDate } from '#ui/data/date.tsx'
import { Icon } from '#ui/icon.tsx'
import { ReadFailed } from '#ui/feedback/read-failed.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { toastSuccess } from '#ui/feedback/toast.ts'
import { passkeyTexts } from './passkeys.texts.ts'
import type { WaysIn } from '#contracts/accounts'
import accountStyles from '../account-page.module.css'
import { AddPasskey, RemovePasskey, RenamePasskey } from './passkey-steps.tsx'
import { canUsePasskeys } from '#parts/accounts'
import styles from '../sign-in/passkeys.module.css'
import { useWaysIn, useWaysInAgain } from './ways-in-query.ts'

type Passkey = WaysIn['passkeys'][number]

type PasskeysCardProps = {
  provider: 'embedded' | 'firebase' | undefined
  /** The host at which passkeys work; undefined where they do not, or while it is not known. */
  host: string | undefined
}

/** The passkeys of whoever is here. Until `provider` is known, the card keeps its place. */
export function PasskeysCard({ provider, host }: PasskeysCardProps) {
  const read = useWaysIn(provider === 'embedded')
  if (provider === 'firebase') return null
  // A shop at an address of digits has none, unless it had another address before.
  if (provider && !host && !read.data?.passkeys.length) return null
  return (
    <Card as="section" className={accountStyles.part}>
      <h2>{passkeyTexts.title}</h2>
      <p>{passkeyTexts.about}</p>
      {read.data && <Steps waysIn={read.data} host={host} />}
      {read.isPending && (
        <div className={styles.placeholder}>
          <Skeleton shape="row" />
        </div>
      )}
      {read.isError && !read.data && (
        <ReadFailed
          title={passkeyTexts.failed}
          error={read.error}
          isTrying={read.isFetching}
          onTry={() => void read.refetch()}
        />
      )}
    </Card>
  )
}

type Open = { is: 'adding' } | { is: 'renaming' | 'removing'; passkey: Passkey } | undefined

function Steps({ waysIn: { passkeys, password }, host }: { waysIn: WaysIn; host: string | undefined }) {
  const readAgain = useWaysInAgain()
  const [open, setOpen] = useState<Open>()
  const [isBack, setBack] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  const nothing = useRef<HTMLParagraphElement>(null)
  // The row or the form that had the focus is gone: the keyboard goes on where the list begins.
  useEffect(() => {
    if (isBack && !open) (list.current ?? nothing.current)?.focus()
  }, [isBack, open])
  const close = () => {
    setOpen(undefined)
    setBack(true)
  }
  /** A question that was answered with no: its dialog gives the focus back to the button that asked it. */
  const leave = () => {
    setBack(false)
    setOpen(undefined)
  }
  const finish = async (message: string) => {
    await readAgain()
    close()
    toastSuccess(message)
  }
  return (
    <>
      {passkeys.length === 0 && (
        <p ref={nothing} tabIndex={-1}>
          {passkeyTexts.none}
        </p>
      )}
      {passkeys.length > 0 && (
        <ul ref={list} tabIndex={-1} aria-label={passkeyTexts.list} className={styles.list}>
          {passkeys.map(passkey => (
            <Row
              key={passkey.id}
              passkey={passkey}
              onRename={() => setOpen({ is: 'renaming', passkey })}
              onRemove={() => setOpen({ is: 'removing', passkey })}
            />
          ))}
        </ul>
      )}
      {open?.is === 'adding' ? (
        <AddPasskey hasPassword={password} onDone={() => finish(passkeyTexts.added)} onCancel={close} />
      ) : (
        <AddButton host={host} onPress={() => setOpen({ is: 'adding' })} />
      )}
      {open?.is === 'renaming' && (
        <RenamePasskey passkey={open.passkey} onDone={() => finish(passkeyTexts.renamed)} onClose={leave} />
      )}
      {open?.is === 'removing' && (
        <RemovePasskey
          passkey={open.passkey}
          hasPassword={password}
          onDone={() => finish(passkeyTexts.removed)}
          onClose={leave}
        />
      )}
    </>
  )
}

function AddButton({ host, onPress }: { host: string | undefined; onPress: () => void }) {
  if (!host) return null
  if (!canUsePasskeys(host)) {
    const isElsewhere = window.location.hostname !== host
    return <p>{isElsewhere ? passkeyTexts.elsewhere(host) : passkeyTexts.notHere}</p>
  }
  return (
    <div className={accountStyles.ways}>
      <Button onClick={onPress}>{passkeyTexts.add}</Button>
    </div>
  )
}

type RowProps = { passkey: Passkey; onRename: () => void; onRemove: () => void }

function Row({ passkey, onRename, onRemove }: RowProps) {
  const date = useDate()
  const { name, addedAt, lastUsedAt, synced, keeper } = passkey
  const facts = [
    passkeyTexts.addedOn(date(addedAt, 'day')),
    lastUsedAt ? passkeyTexts.usedOn(date(lastUsedAt)) : passkeyTexts.neverUsed,
    keeper ? passkeyTexts.keeper(keeper) : undefined,
    synced ? passkeyTexts.synced : passkeyTexts.oneDevice,
  ]
  return (
    <li className={styles.row}>
      <Icon name="key-round" size={22} className={styles.icon} />
      <div className={styles.facts}>
        <strong>{name}</strong>
        <span>{facts.filter(Boolean).join(' · ')}</span>
      </div>
      <div className={styles.actions}>
        <Button size="small" variant="quiet" aria-label={passkeyTexts.renameNamed(name)} onClick={onRename}>
          {passkeyTexts.rename}
        </Button>
        <Button size="small" variant="danger" aria-label={passkeyTexts.removeNamed(name)} onClick={onRemove}>
          {passkeyTexts.remove}
        </Button>
      </div>
    </li>
  )
}
