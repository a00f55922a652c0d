import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useAction } from '#ui/calls/use-action.ts'
import { Button, LinkButton } from '#ui/controls/button.tsx'
import { Card } from '#ui/data/card.tsx'
import { FormProblem } from '#ui/controls/form-problem.tsx'
import { ReadFailed } from '#ui/feedback/read-failed.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { toastFailure, toastSuccess } from '#ui/feedback/toast.ts'
import { passwordTexts } from '../password.texts.ts'
import { ChangePassword } from '#contracts/identity'
import { useAccount } from '#parts/accounts'
import styles from '../account-page.module.css'
import { PasswordField } from '../sign-in/auth-frame.tsx'
import { changePassword, requestReset } from '#parts/accounts'
import { usePasswordState } from './use-password-state.ts'

/** The way to another password, or to a first one for whoever has only Google. */
export function PasswordCard({ isDemo }: { isDemo: boolean }) {
  const state = usePasswordState()
  return (
    <Card as="section" className={styles.part}>
      <h2>{passwordTexts.passwordTitle}</h2>
      {state.data === true && <Change />}
      {state.data === false && <First isDemo={isDemo} />}
      {state.isPending && (
        <div className={styles.placeholder}>
          <Skeleton shape="row" />
        </div>
      )}
      {state.isError && state.data === undefined && (
        <ReadFailed
          title={passwordTexts.failed}
          error={state.error}
          isTrying={state.isFetching}
          onTry={() => void state.refetch()}
        />
      )}
    </Card>
  )
}

function Change() {
  const [step, setStep] = useState<'idle' | 'form' | 'back'>('idle')
  const text = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (step === 'back') text.current?.focus()
  }, [step])
  if (step === 'form') return <ChangeForm onDone={() => setStep('back')} />
  return (
    <>
      <p ref={text} tabIndex={-1}>
        {passwordTexts.passwordText}
      </p>
      <div className={styles.ways}>
        <Button onClick={() => setStep('form')}>{passwordTexts.changePassword}</Button>
      </div>
    </>
  )
}

function ChangeForm({ onDone }: { onDone: () => void }) {
  const { email } = useAccount()
  const { problem, act } = useAction()
  const queries = useQueryClient()
  const { register, handleSubmit, setFocus, formState } = useForm({
    resolver: zodResolver(ChangePassword),
    // Only when sent: a complaint that appeared on the way to another button would move it from under the press.
    defaultValues: { current: '', password: '' },
  })
  const { errors, isSubmitting } = formState
  useEffect(() => setFocus('current'), [setFocus])
  const save = async (input: { current: string; password: string }) => {
    await changePassword(input)
    toastSuccess(passwordTexts.changed)
    // Everywhere else is logged out by now.
    void queries.invalidateQueries({ queryKey: ['sessions'] })
    onDone()
  }
  return (
    <form
      className={styles.step}
      noValidate
      onSubmit={event => void handleSubmit(input => act(() => save(input)))(event)}
    >
      {/* For the browser's own store of passwords: whose password this is. */}
      <input type="email" hidden readOnly autoComplete="username" value={email} />
      <PasswordField
        {...register('current')}
        label={passwordTexts.currentPassword}
        autoComplete="current-password"
        error={errors.current?.message}
      />
      <PasswordField
        {...register('password')}
        label={passwordTexts.newPassword}
        hint={passwordTexts.passwordHint}
        autoComplete="new-password"
        error={errors.password?.message}
      />
      <FormProblem>{problem}</FormProblem>
      <div className={styles.ways}>
        <Button type="submit" variant="primary" pending={isSubmitting}>
          {passwordTexts.savePassword}
        </Button>
        <Button variant="quiet" onClick={onDone} disabled={isSubmitting}>
          {passwordTexts.cancel}
        </Button>
      </div>
    </form>
  )
}

function First({ isDemo }: { isDemo: boolean }) {
  const { email } = useAccount()
  const [isPending, setPending] = useState(false)
  const [isSent, setSent] = useState(false)
  const send = async () => {
    setPending(true)
    try {
      await requestReset(email)
      setSent(true)
    } catch (error) {
      toastFailure(error)
    }
    setPending(false)
  }
  return (
    <>
      <p>{passwordTexts.noPassword}</p>
      <p role="status" className={styles.words}>
        {isSent && passwordTexts.linkSent(email)}
      </p>
      <div className={styles.ways}>
        <Button pending={isPending} onClick={() => void send()}>
          {passwordTexts.setByLink}
        </Button>
        {isSent && isDemo && (
          <LinkButton to="/dev/mail" target="_blank" variant="quiet" reloadDocument>
            {passwordTexts.readMail}
          </LinkButton>
        )}
      </div>
    </>
  )
}
