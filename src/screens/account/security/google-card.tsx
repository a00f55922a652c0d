import { useEffect, useState } from 'react'
import { useAction } from '#ui/calls/use-action.ts'
import { Button } from '#ui/controls/button.tsx'
import { FormProblem } from '#ui/controls/form-problem.tsx'
import { Card } from '#ui/data/card.tsx'
import { toastSuccess } from '#ui/feedback/toast.ts'
import { embeddedWays, loadPasskeyFlow, useAccount } from '#parts/accounts'
import { accountsTexts } from '#texts/accounts'
import accountStyles from '../account-page.module.css'
import { googleTexts } from './google.texts.ts'
import { PasswordStep } from './second-factor-steps.tsx'
import { useWaysIn, useWaysInAgain } from './ways-in-query.ts'

/** Whether Google opens the account, and the way to join it, the only one where a login asks for a code; or to remove it. */
export function GoogleCard({ isOffered }: { isOffered: boolean }) {
  const { emailVerified } = useAccount()
  const { data } = useWaysIn(isOffered)
  if (!isOffered || !data?.password || !emailVerified) return null
  return (
    <Card as="section" className={accountStyles.part}>
      <h2>{googleTexts.title}</h2>
      {data.google ? <Remove /> : <Join />}
    </Card>
  )
}

function Remove() {
  const readAgain = useWaysInAgain()
  const [isOpen, setOpen] = useState(false)
  if (!isOpen) {
    return (
      <>
        <p>{googleTexts.isJoined}</p>
        <div className={accountStyles.ways}>
          <Button onClick={() => setOpen(true)}>{googleTexts.remove}</Button>
        </div>
      </>
    )
  }
  const remove = async (password: string) => {
    await (await loadPasskeyFlow()).removeGoogle(password)
    await readAgain()
    toastSuccess(googleTexts.removed)
  }
  return (
    <PasswordStep
      lead={googleTexts.confirmRemoving}
      submit={googleTexts.remove}
      variant="danger"
      onSend={remove}
      onCancel={() => setOpen(false)}
    />
  )
}

function Join() {
  const readAgain = useWaysInAgain()
  const [step, setStep] = useState<'idle' | 'password' | 'google'>('idle')
  const [isPending, setPending] = useState(false)
  const { problem, act } = useAction()
  useEffect(() => () => embeddedWays.drop(), [])
  if (step === 'password') {
    const prove = async (password: string) => {
      await (await loadPasskeyFlow()).provePasskeyOwner(password)
      setStep('google')
    }
    return (
      <PasswordStep
        lead={googleTexts.confirm}
        submit={googleTexts.goOn}
        variant="primary"
        onSend={prove}
        onCancel={() => setStep('idle')}
      />
    )
  }
  /** By the press of a button itself: browsers open a window for nothing less. */
  const join = async () => {
    setPending(true)
    await act(async () => {
      await embeddedWays.popup({ page: '/login', join: true })
      await readAgain()
      toastSuccess(googleTexts.joined)
    }).finally(() => setPending(false))
  }
  return (
    <>
      <p>{step === 'google' ? googleTexts.choose : googleTexts.about}</p>
      <FormProblem>{problem}</FormProblem>
      <div className={accountStyles.ways}>
        {step === 'google' ? (
          <Button variant="primary" pending={isPending} onClick={() => void join()}>
            {accountsTexts.google}
          </Button>
        ) : (
          <Button onClick={() => setStep('password')}>{googleTexts.join}</Button>
        )}
      </div>
    </>
  )
}
