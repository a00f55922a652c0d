import { useState } from 'react'
import { listsContract } from '#contracts/ordering'
import type { RequestOf } from '#kernel/endpoint'
import { useSession } from '#parts/accounts'
import { call } from '#ui/calls/call.ts'
import { useIdempotencyKey } from '#ui/calls/idempotency-key.ts'
import { Button, type ButtonVariant } from '#ui/controls/button.tsx'
import { toastSuccess } from '#ui/feedback/toast.ts'
import { listsTexts as texts } from './lists.texts.ts'
import { NameList } from './name-list.tsx'

type Source = Omit<RequestOf<typeof listsContract.saveList>['body'], 'name'>

type SaveAsListProps = {
  /** Lines, or an order; without either what is in the basket. */
  of?: Source
  /** False where something is in the way of it, to which it has led. */
  mayGoOn?: () => boolean
  variant?: ButtonVariant
  wide?: boolean
}

/** Keeps what is shown under a name, for whoever has an account. */
export function SaveAsList({ of = {}, mayGoOn = () => true, variant, wide }: SaveAsListProps) {
  const { state } = useSession()
  const [isAsking, setAsking] = useState(false)
  const { keyOf, forget } = useIdempotencyKey()
  if (state !== 'signed-in') return null
  const save = async (name: string) => {
    const body = { ...of, name }
    await call(listsContract.saveList, { body, idempotencyKey: keyOf(body) })
    forget()
    setAsking(false)
    toastSuccess(texts.saved(name))
  }
  return (
    <>
      <Button variant={variant} wide={wide} onClick={() => setAsking(mayGoOn())}>
        {texts.saveAs}
      </Button>
      <NameList
        title={texts.saveTitle}
        action={texts.save}
        name={isAsking ? '' : undefined}
        onClose={() => setAsking(false)}
        onName={save}
      />
    </>
  )
}
