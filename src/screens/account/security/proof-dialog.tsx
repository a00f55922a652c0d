import { type FormEvent, useId, useState } from 'react'
import { useAction } from '#ui/calls/use-action.ts'
import { Button } from '#ui/controls/button.tsx'
import { call } from '#ui/calls/call.ts'
import { Dialog } from '#ui/controls/dialogs/dialog.tsx'
import { FormProblem } from '#ui/controls/form-problem.tsx'
import { passwordTexts } from '../password.texts.ts'
import { passwordsContract } from '#contracts/identity'
import { accountsTexts } from '#texts/accounts'
import styles from '../account-page.module.css'
import { PasswordField } from '../sign-in/auth-frame.tsx'

/** Shows the shop by the password who is here. */
export async function proveOwner(password: string): Promise<void> {
  await call(passwordsContract.proveOwner, { body: { password } })
}

type ProofDialogProps = {
  open: boolean
  onClose: () => void
  /** Called once the password was right. */
  onProven: () => void
}

/** Asks for the password once more, before something that wants it. */
export function ProofDialog({ open, onClose, onProven }: ProofDialogProps) {
  const formId = useId()
  const [typed, setTyped] = useState('')
  const [isPending, setPending] = useState(false)
  const { problem, act } = useAction()
  const prove = async () => {
    setPending(true)
    await act(async () => {
      await proveOwner(typed)
      setTyped('')
      onClose()
      onProven()
    }).finally(() => setPending(false))
  }
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (!isPending) void prove()
  }
  return (
    <Dialog
      open={open}
      onClose={() => {
        if (!isPending) onClose()
      }}
      title={passwordTexts.proofTitle}
      actions={
        <>
          <Button onClick={onClose} disabled={isPending}>
            {accountsTexts.cancel}
          </Button>
          <Button type="submit" form={formId} variant="primary" pending={isPending}>
            {passwordTexts.proofGoOn}
          </Button>
        </>
      }
    >
      <form id={formId} className={styles.deletion} noValidate onSubmit={send}>
        <p>{passwordTexts.proofText}</p>
        <PasswordField
          label={passwordTexts.yourPassword}
          autoComplete="current-password"
          value={typed}
          onChange={event => setTyped(event.target.value)}
        />
        <FormProblem>{problem}</FormProblem>
      </form>
    </Dialog>
  )
}
