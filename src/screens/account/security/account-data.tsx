import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { Button } from '#ui/controls/button.tsx'
import { CallFailed } from '#ui/calls/call-failed.ts'
import { call } from '#ui/calls/call.ts'
import { Card } from '#ui/data/card.tsx'
import { Dialog } from '#ui/controls/dialogs/dialog.tsx'
import { TextField } from '#ui/controls/field.tsx'
import { FormProblem } from '#ui/controls/form-problem.tsx'
import { toastFailure, toastSuccess } from '#ui/feedback/toast.ts'
import { accountDataContract } from '#contracts/privacy'
import { accountsTexts } from '#texts/accounts'
import { passwordTexts } from '../password.texts.ts'
import { leaveForGood, useAccount } from '#parts/accounts'
import { PasswordField } from '../sign-in/auth-frame.tsx'
import { proveOwner } from './proof-dialog.tsx'
import { saveFile } from './save-file.ts'
import styles from '../account-page.module.css'

/** What the shop keeps of somebody: to take along. */
export function DownloadData() {
  const [isPending, setPending] = useState(false)
  const download = async () => {
    setPending(true)
    try {
      const data = await call(accountDataContract.getAccountData, {})
      const text = JSON.stringify(data, null, 2)
      saveFile(accountsTexts.dataFile(data.exportedAt.slice(0, 10)), text, 'application/json')
      toastSuccess(accountsTexts.downloaded)
    } catch (error) {
      toastFailure(error)
    }
    setPending(false)
  }
  return (
    <Card as="section" className={styles.part}>
      <h2>{accountsTexts.dataTitle}</h2>
      <p>{accountsTexts.dataText}</p>
      <div className={styles.ways}>
        <Button pending={isPending} onClick={() => void download()}>
          {accountsTexts.download}
        </Button>
      </div>
    </Card>
  )
}

/** The way out: what goes, what stays, and a question that a slip of the hand does not answer. */
export function DeleteAccount() {
  const [isOpen, setOpen] = useState(false)
  return (
    <Card as="section" className={styles.part}>
      <h2>{accountsTexts.deleteTitle}</h2>
      <p>{accountsTexts.deleteText}</p>
      <p>{accountsTexts.deleteWaits}</p>
      <div className={styles.ways}>
        <Button variant="danger" onClick={() => setOpen(true)}>
          {accountsTexts.deleteAccount}
        </Button>
      </div>
      <DeleteDialog open={isOpen} onClose={() => setOpen(false)} />
    </Card>
  )
}

function DeleteDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { email } = useAccount()
  const queries = useQueryClient()
  const formId = useId()
  const [typed, setTyped] = useState('')
  const [isWrong, setWrong] = useState(false)
  const [password, setPassword] = useState<string>()
  const [isPending, setPending] = useState(false)
  const [problem, setProblem] = useState('')
  const close = () => {
    if (isPending) return
    setTyped('')
    setPassword(undefined)
    setWrong(false)
    setProblem('')
    onClose()
  }
  const remove = async () => {
    const isOwn = typed.trim().toLowerCase() === email
    setWrong(!isOwn)
    setProblem('')
    if (!isOwn) return
    setPending(true)
    try {
      if (password !== undefined) await proveOwner(password)
      await call(accountDataContract.deleteAccount, { body: { email } })
      const isForgotten = await leaveForGood(email)
      queries.clear()
      toastSuccess(accountsTexts.accountDeleted)
      if (!isForgotten) toastFailure(accountsTexts.signInStays)
    } catch (error) {
      // Asked for only where the last login is long ago.
      if (error instanceof CallFailed && error.code === 'password-needed') setPassword('')
      if (error instanceof CallFailed) setProblem(error.message)
      else toastFailure(error)
      setPending(false)
    }
  }
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (!isPending) void remove()
  }
  return (
    <Dialog
      open={open}
      onClose={close}
      title={accountsTexts.deleteQuestion}
      actions={
        <>
          <Button onClick={close} disabled={isPending}>
            {accountsTexts.cancel}
          </Button>
          <Button type="submit" form={formId} variant="danger" pending={isPending}>
            {accountsTexts.deleteAccount}
          </Button>
        </>
      }
    >
      <form id={formId} className={styles.deletion} noValidate onSubmit={send}>
        <p>{accountsTexts.deleteEffect}</p>
        <TextField
          label={accountsTexts.typeEmail}
          type="email"
          autoComplete="off"
          value={typed}
          onChange={event => setTyped(event.target.value)}
          hint={accountsTexts.typeEmailHint(email)}
          error={isWrong ? accountsTexts.typeEmailWrong : undefined}
        />
        {password !== undefined && (
          <PasswordField
            label={passwordTexts.yourPassword}
            autoComplete="current-password"
            value={password}
            onChange={event => setPassword(event.target.value)}
          />
        )}
        <FormProblem>{problem}</FormProblem>
      </form>
    </Dialog>
  )
}
