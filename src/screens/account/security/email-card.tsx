import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useAction } from '#ui/calls/use-action.ts'
import { Badge } from '#ui/data/badge.tsx'
import { Button, LinkButton } from '#ui/controls/button.tsx'
import { CallFailed } from '#ui/calls/call-failed.ts'
import { Card } from '#ui/data/card.tsx'
import { TextField } from '#ui/controls/field.tsx'
import { FormProblem } from '#ui/controls/form-problem.tsx'
import { passwordTexts } from '../password.texts.ts'
import { ChangeEmail } from '#contracts/identity'
import { accountsTexts } from '#texts/accounts'
import { useAccount } from '#parts/accounts'
import styles from '../account-page.module.css'
import { PasswordField } from '../sign-in/auth-frame.tsx'
import { requestEmailChange } from '#parts/accounts'
import { usePasswordState } from './use-password-state.ts'

type Step = { is: 'idle'; isBack: boolean } | { is: 'form' } | { is: 'sent'; to: string }

/** The address that one logs in with, whether it is confirmed, and the way to another one. */
export function EmailCard({ isDemo }: { isDemo: boolean }) {
  const { email, emailVerified } = useAccount()
  const [step, setStep] = useState<Step>({ is: 'idle', isBack: false })
  return (
    <Card as="section" className={styles.part}>
      <h2 className={styles.title}>
        {passwordTexts.emailTitle}
        <Badge tone={emailVerified ? 'ok' : 'maybe'}>
          {emailVerified ? accountsTexts.confirmed : accountsTexts.unconfirmed}
        </Badge>
      </h2>
      {step.is === 'idle' && <Idle isBack={step.isBack} onChange={() => setStep({ is: 'form' })} />}
      {step.is === 'form' && (
        <ChangeForm onSent={to => setStep({ is: 'sent', to })} onCancel={() => setStep({ is: 'idle', isBack: true })} />
      )}
      {step.is === 'sent' && (
        <Sent to={step.to} isDemo={isDemo} onDone={() => setStep({ is: 'idle', isBack: true })} key={email} />
      )}
    </Card>
  )
}

function Idle({ isBack, onChange }: { isBack: boolean; onChange: () => void }) {
  const { email } = useAccount()
  const { data: hasPassword } = usePasswordState()
  const text = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (isBack) text.current?.focus()
  }, [isBack])
  return (
    <>
      <p ref={text} tabIndex={-1} className={styles.words}>
        {passwordTexts.emailText(email)} {hasPassword === false && passwordTexts.emailNeedsPassword}
      </p>
      {hasPassword !== false && (
        <div className={styles.ways}>
          <Button onClick={onChange}>{passwordTexts.changeEmail}</Button>
        </div>
      )}
    </>
  )
}

function ChangeForm({ onSent, onCancel }: { onSent: (to: string) => void; onCancel: () => void }) {
  const { problem, act } = useAction()
  const { register, handleSubmit, setFocus, setError, formState } = useForm({
    resolver: zodResolver(ChangeEmail),
    // Only when sent: a complaint that appeared on the way to another button would move it from under the press.
    defaultValues: { email: '', password: '' },
  })
  useEffect(() => setFocus('email'), [setFocus])
  const send = async (input: { email: string; password: string }) => {
    try {
      await requestEmailChange(input)
      onSent(input.email)
    } catch (error) {
      const complaint = error instanceof CallFailed ? error.errors.find(({ field }) => field === 'email') : undefined
      if (!complaint) throw error
      setError('email', { message: complaint.message }, { shouldFocus: true })
    }
  }
  return (
    <form
      className={styles.step}
      noValidate
      onSubmit={event => void handleSubmit(input => act(() => send(input)))(event)}
    >
      <TextField
        {...register('email')}
        label={passwordTexts.newEmail}
        hint={passwordTexts.emailHint}
        type="email"
        autoComplete="email"
        error={formState.errors.email?.message}
      />
      <PasswordField
        {...register('password')}
        label={passwordTexts.yourPassword}
        autoComplete="current-password"
        error={formState.errors.password?.message}
      />
      <FormProblem>{problem}</FormProblem>
      <div className={styles.ways}>
        <Button type="submit" variant="primary" pending={formState.isSubmitting}>
          {passwordTexts.sendChange}
        </Button>
        <Button variant="quiet" onClick={onCancel} disabled={formState.isSubmitting}>
          {passwordTexts.cancel}
        </Button>
      </div>
    </form>
  )
}

function Sent({ to, isDemo, onDone }: { to: string; isDemo: boolean; onDone: () => void }) {
  const text = useRef<HTMLParagraphElement>(null)
  useEffect(() => text.current?.focus(), [])
  return (
    <>
      <p ref={text} tabIndex={-1} role="status" className={styles.words}>
        {passwordTexts.changeSent(to)}
      </p>
      <div className={styles.ways}>
        {isDemo && (
          <LinkButton to="/dev/mail" target="_blank" reloadDocument>
            {passwordTexts.readMail}
          </LinkButton>
        )}
        <Button variant="quiet" onClick={onDone}>
          {passwordTexts.done}
        </Button>
      </div>
    </>
  )
}
