import { zodResolver } from '@hookform/resolvers/zod'
import { type ComponentProps, useEffect, useRef } from 'react'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { useAction } from '#ui/calls/use-action.ts'
import { Button } from '#ui/controls/button.tsx'
import { TextField } from '#ui/controls/field.tsx'
import { FormProblem } from '#ui/controls/form-problem.tsx'
import { useShop } from '#ui/shop.tsx'
import { toastFailure, toastSuccess } from '#ui/feedback/toast.ts'
import { AppCode, LogIn, setupKeyOf } from '#rules/identity'
import { secondFactorTexts } from './second-factor.texts.ts'
import { useAccount } from '#parts/accounts'
import accountStyles from '../account-page.module.css'
import { PasswordField } from '../sign-in/auth-frame.tsx'
import { QrCode } from './qr-code.tsx'
import { saveFile } from './save-file.ts'
import styles from './second-factor.module.css'

const Password = z.pick(LogIn, { password: true })

type PasswordStepProps = {
  lead: string
  submit: string
  variant: ComponentProps<typeof Button>['variant']
  onSend: (password: string) => Promise<void>
  onCancel: () => void
}

/** Whoever sits at a screen that was left open does not know it. */
export function PasswordStep({ lead, submit, variant, onSend, onCancel }: PasswordStepProps) {
  const { email } = useAccount()
  const { problem, act } = useAction()
  const { register, handleSubmit, setFocus, formState } = useForm({
    resolver: zodResolver(Password),
    defaultValues: { password: '' },
  })
  useEffect(() => setFocus('password'), [setFocus])
  return (
    <form
      className={styles.step}
      noValidate
      onSubmit={event => void handleSubmit(({ password }) => act(() => onSend(password)))(event)}
    >
      <p>{lead}</p>
      {/* For the browser's own store of passwords: whose password this is. */}
      <input type="email" hidden readOnly autoComplete="username" value={email} />
      <PasswordField
        {...register('password')}
        label={secondFactorTexts.password}
        autoComplete="current-password"
        error={formState.errors.password?.message}
      />
      <FormProblem>{problem}</FormProblem>
      <div className={accountStyles.ways}>
        <Button type="submit" variant={variant} pending={formState.isSubmitting}>
          {submit}
        </Button>
        <Button variant="quiet" onClick={onCancel} disabled={formState.isSubmitting}>
          {secondFactorTexts.cancel}
        </Button>
      </div>
    </form>
  )
}

type SetupKeyProps = { address: string; onSend: (code: string) => Promise<void>; onCancel: () => void }

/** The key that shop and app will share, and the first code as the proof that the app has it. */
export function SetupKey({ address, onSend, onCancel }: SetupKeyProps) {
  const { problem, act } = useAction()
  const { register, handleSubmit, formState } = useForm({ resolver: zodResolver(AppCode), defaultValues: { code: '' } })
  const key = setupKeyOf(address) ?? ''
  return (
    <form
      className={styles.step}
      noValidate
      onSubmit={event => void handleSubmit(({ code }) => act(() => onSend(code)))(event)}
    >
      <NewsTitle>{secondFactorTexts.keyTitle}</NewsTitle>
      <p>{secondFactorTexts.keyText}</p>
      <div className={styles.share}>
        <QrCode text={address} label={secondFactorTexts.qrCode} />
        <div className={styles.byHand}>
          <dl className={styles.key}>
            <dt>{secondFactorTexts.key}</dt>
            <dd>{key}</dd>
          </dl>
          <p>{secondFactorTexts.keyFacts}</p>
          <div className={accountStyles.ways}>
            <Button onClick={() => void copy(key.replaceAll(' ', ''))}>{secondFactorTexts.copyKey}</Button>
            <a className={styles.app} href={address}>
              {secondFactorTexts.openApp}
            </a>
          </div>
        </div>
      </div>
      <TextField
        {...register('code')}
        label={secondFactorTexts.firstCode}
        hint={secondFactorTexts.firstCodeHint}
        className={styles.code}
        inputMode="numeric"
        autoComplete="one-time-code"
        error={formState.errors.code?.message}
      />
      <FormProblem>{problem}</FormProblem>
      <div className={accountStyles.ways}>
        <Button type="submit" variant="primary" pending={formState.isSubmitting}>
          {secondFactorTexts.turnOn}
        </Button>
        <Button variant="quiet" onClick={onCancel} disabled={formState.isSubmitting}>
          {secondFactorTexts.cancel}
        </Button>
      </div>
    </form>
  )
}

/** Shown once: the service keeps them encrypted and tells them to nobody. */
export function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const { email } = useAccount()
  const { name: shop } = useShop()
  const text = [secondFactorTexts.codesHead(shop, email), '', ...codes, ''].join('\n')
  return (
    <div className={styles.step}>
      <NewsTitle>{secondFactorTexts.codesTitle}</NewsTitle>
      <p>{secondFactorTexts.codesText}</p>
      <ul className={styles.codes}>
        {codes.map(code => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={accountStyles.ways}>
        <Button onClick={() => void copy(codes.join('\n'))}>{secondFactorTexts.copyCodes}</Button>
        <Button onClick={() => saveFile(secondFactorTexts.codesFile, text, 'text/plain')}>
          {secondFactorTexts.saveCodes}
        </Button>
        <Button variant="primary" onClick={onDone}>
          {secondFactorTexts.codesSaved}
        </Button>
      </div>
    </div>
  )
}

/** The title of a step that has taken another one's place: reading goes on here. */
function NewsTitle({ children }: { children: string }) {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  return (
    <h3 ref={title} tabIndex={-1}>
      {children}
    </h3>
  )
}

async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toastSuccess(secondFactorTexts.copied)
  } catch {
    toastFailure(secondFactorTexts.notCopied)
  }
}
