import { useEffect, useRef, useState } from 'react'
import { call } from '#ui/calls/call.ts'
import { QuestionDialog } from '#ui/controls/dialogs/question-dialog.tsx'
import { toastFailure, toastSuccess } from '#ui/feedback/toast.ts'
import { accountsTexts } from '#texts/accounts'
import { type User, usersContract } from '#contracts/accounts'
import { refreshSession, useAccount } from '#parts/accounts'

type TakeRoleBackProps = {
  user: User | undefined
  onClose: () => void
  /** Called when the role is gone and the dialog has closed. */
  onTaken: () => void
}

/** Asks before an admin's role is taken back. */
export function TakeRoleBack({ user, onClose, onTaken }: TakeRoleBackProps) {
  const account = useAccount()
  const [isPending, setPending] = useState(false)
  // While the dialog goes away it still says whom it was about.
  const [last, setLast] = useState(user)
  if (user && user !== last) setLast(user)
  const email = last?.email ?? ''
  const isOwn = email === account.email
  // Only when the dialog has closed: closing it puts the focus back on a button that is gone by then.
  const isTaken = useRef(false)
  useEffect(() => {
    if (user || !isTaken.current) return
    isTaken.current = false
    onTaken()
  }, [user, onTaken])

  const take = async () => {
    setPending(true)
    try {
      await call(usersContract.takeRoleBack, { params: { email } })
      isTaken.current = true
      toastSuccess(accountsTexts.tookBack(email))
      // The menu follows what this account may still do; out of reach, it follows later.
      if (isOwn) await refreshSession().catch(() => undefined)
    } catch (error) {
      toastFailure(error)
    } finally {
      setPending(false)
      onClose()
    }
  }
  return (
    <QuestionDialog
      open={user !== undefined}
      onClose={onClose}
      title={accountsTexts.takeBackQuestion(email)}
      action={accountsTexts.takeBack}
      isDangerous
      isPending={isPending}
      onConfirm={take}
    >
      <p>{isOwn ? accountsTexts.takeBackOwnEffect : accountsTexts.takeBackEffect}</p>
    </QuestionDialog>
  )
}
