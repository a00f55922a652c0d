import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { Navigate, useSearchParams } from 'react-router'
import { contentContract } from '#contracts/content'
import { demoCustomer, LogIn, safeReturnPath } from '#rules/identity'
import { useAction } from '#ui/calls/use-action.ts'
import { Button } from '#ui/controls/button.tsx'
import { callContext } from '#ui/calls/call.ts'
import { DocumentHead } from '#ui/navigation/document-head.tsx'
import { TextField } from '#ui/controls/field.tsx'
import { Link } from '#ui/navigation/link.tsx'
import { accountsTexts } from '#texts/accounts'
import { passwordTexts } from '../password.texts.ts'
import type { Route } from './+types/login-page.ts'
import { AuthForm, AuthFrame, PasswordField, Switch, withQuery } from './auth-frame.tsx'
import { GoogleSignIn } from './google-button.tsx'
import { PasskeySignIn } from './passkey-button.tsx'
import { rememberedPage, useSession } from '#parts/accounts'
import { SecondStep } from './second-step.tsx'
import { useTypedEmail } from './use-typed-email.ts'
import styles from './auth-frame.module.css'

export async function loader({ context, request }: Route.LoaderArgs) {
  const { identity } = await context.get(callContext)(contentContract.getConfig, {})
  const { passkeyHost } = identity
  return {
    isDemo: identity.demo,
    google: { ...identity.google, hosted: identity.provider === 'firebase' },
    passkeys: { host: passkeyHost, isHere: new URL(request.url).hostname === passkeyHost },
  }
}

/** Email and password; then back to the page that asked for it. */
export default function LogInPage({ loaderData: { isDemo, google, passkeys } }: Route.ComponentProps) {
  const [query] = useSearchParams()
  const { account, logIn } = useSession()
  const { problem, act } = useAction()
  const [step, setStep] = useState<'password' | 'second factor' | 'back'>('password')
  const { register, handleSubmit, setValue, resetField, control, formState } = useForm({
    resolver: zodResolver(LogIn),
    mode: 'onTouched',
    defaultValues: { email: useTypedEmail(), password: '' },
  })
  const email = useWatch({ control, name: 'email' })
  const { errors, isSubmitting } = formState
  const from = query.get('from')

  if (account) return <Navigate to={safeReturnPath(from)} state={rememberedPage} replace />
  if (step === 'second factor') {
    const goBack = () => {
      resetField('password')
      setStep('back')
    }
    return <SecondStep onBack={goBack} />
  }

  const fillIn = () => {
    setValue('email', demoCustomer.email, { shouldValidate: true })
    setValue('password', demoCustomer.password, { shouldValidate: true })
  }
  const start = async (input: LogIn) => {
    if ((await logIn(input)) === 'second factor') setStep('second factor')
  }
  const isSentHere = safeReturnPath(from) !== '/'
  return (
    <AuthFrame
      title={accountsTexts.logInTitle}
      lead={isSentHere ? accountsTexts.logInLeadBack : accountsTexts.logInLead}
      isNews={step === 'back'}
      above={isDemo && <DemoAccount onFill={fillIn} />}
    >
      <DocumentHead title={accountsTexts.logInTitle} description={accountsTexts.logInDescription} hiddenFromSearch />
      <AuthForm
        submit={accountsTexts.logIn}
        onSubmit={event => void handleSubmit(input => act(() => start(input)))(event)}
        pending={isSubmitting}
        problem={problem}
      >
        <TextField
          {...register('email')}
          label={accountsTexts.email}
          type="email"
          autoComplete="username webauthn"
          error={errors.email?.message}
        />
        <PasswordField {...register('password')} autoComplete="current-password" error={errors.password?.message} />
        <p className={styles.forgot}>
          {/* The field that is left would complain, and move this link from under the press. */}
          <Link to="/forgot-password" state={{ email }} onMouseDown={event => event.preventDefault()}>
            {passwordTexts.forgot}
          </Link>
        </p>
      </AuthForm>
      <PasskeySignIn {...passkeys} />
      {google.enabled && <GoogleSignIn page="/login" standIn={google.standIn} hosted={google.hosted} />}
      <Switch question={accountsTexts.noAccount} link={accountsTexts.toSignUp} to={withQuery('/signUp', query)} />
    </AuthFrame>
  )
}

/** In the demo shop, its customer: nobody has to make an account to look around. */
function DemoAccount({ onFill }: { onFill: () => void }) {
  return (
    <section className={styles.demo}>
      <h2>{accountsTexts.demoTitle}</h2>
      <p>{accountsTexts.demoText}</p>
      <dl>
        <div>
          <dt>{accountsTexts.name}</dt>
          <dd>{demoCustomer.name}</dd>
        </div>
        <div>
          <dt>{accountsTexts.email}</dt>
          <dd>{demoCustomer.email}</dd>
        </div>
        <div>
          <dt>{accountsTexts.password}</dt>
          <dd>{demoCustomer.password}</dd>
        </div>
      </dl>
      <Button onClick={onFill}>{accountsTexts.demoFill}</Button>
    </section>
  )
}
