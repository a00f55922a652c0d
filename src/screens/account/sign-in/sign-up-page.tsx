import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Navigate, useSearchParams } from 'react-router'
import { contentContract } from '#contracts/content'
import { useAction } from '#ui/calls/use-action.ts'
import { LinkButton } from '#ui/controls/button.tsx'
import { callContext } from '#ui/calls/call.ts'
import { classNames } from '#ui/class-names.ts'
import { DocumentHead } from '#ui/navigation/document-head.tsx'
import { TextField } from '#ui/controls/field.tsx'
import { accountsTexts } from '#texts/accounts'
import { passwordTexts } from '../password.texts.ts'
import { SignUp, safeReturnPath } from '#rules/identity'
import type { Route } from './+types/sign-up-page.ts'
import { AuthForm, AuthFrame, PasswordField, Switch, withQuery } from './auth-frame.tsx'
import { GoogleSignIn } from './google-button.tsx'
import { rememberedPage, type SessionAccount, useSession } from '#parts/accounts'
import styles from './auth-frame.module.css'

export async function loader({ context }: Route.LoaderArgs) {
  const { identity } = await context.get(callContext)(contentContract.getConfig, {})
  return { isDemo: identity.demo, google: { ...identity.google, hosted: identity.provider === 'firebase' } }
}

/** Name, email and password; then a word about the mail that is on its way, and on to where the visitor wanted to go. */
export default function SignUpPage({ loaderData: { isDemo, google } }: Route.ComponentProps) {
  const [query] = useSearchParams()
  const { account, signUp } = useSession()
  const [isMaking, setMaking] = useState(false)
  const { problem, failure, act } = useAction()
  const { register, handleSubmit, getValues, formState } = useForm({ resolver: zodResolver(SignUp), mode: 'onTouched' })
  const { errors, isSubmitting } = formState

  const from = query.get('from')
  if (account && isMaking) return <Welcome account={account} to={safeReturnPath(from)} isDemo={isDemo} />
  if (account) return <Navigate to={safeReturnPath(from)} state={rememberedPage} replace />

  const send = handleSubmit(input => {
    setMaking(true)
    return act(() => signUp(input))
  })
  return (
    <AuthFrame title={accountsTexts.signUpTitle} lead={accountsTexts.signUpLead}>
      <DocumentHead title={accountsTexts.signUpTitle} description={accountsTexts.signUpLead} hiddenFromSearch />
      <AuthForm
        submit={accountsTexts.signUp}
        onSubmit={event => void send(event)}
        pending={isSubmitting}
        problem={problem}
      >
        <TextField {...register('name')} label={accountsTexts.name} autoComplete="name" error={errors.name?.message} />
        <TextField
          {...register('email')}
          label={accountsTexts.email}
          type="email"
          autoComplete="email"
          error={errors.email?.message}
        />
        <PasswordField
          {...register('password')}
          hint={accountsTexts.passwordHint}
          autoComplete="new-password"
          error={errors.password?.message}
        />
      </AuthForm>
      {failure?.code.startsWith('USER_ALREADY_EXISTS') && <HasAccount email={getValues('email')} query={query} />}
      {google.enabled && <GoogleSignIn page="/signUp" standIn={google.standIn} hosted={google.hosted} />}
      <Switch question={accountsTexts.hasAccount} link={accountsTexts.toLogIn} to={withQuery('/login', query)} />
    </AuthFrame>
  )
}

/** The two ways on for whoever signs up a second time. */
function HasAccount({ email, query }: { email: string; query: URLSearchParams }) {
  return (
    <div className={classNames(styles.ways, styles.apart)}>
      <LinkButton to={withQuery('/login', query)} state={{ email }}>
        {accountsTexts.toLogIn}
      </LinkButton>
      <LinkButton to="/forgot-password" state={{ email }} variant="quiet">
        {passwordTexts.forgot}
      </LinkButton>
    </div>
  )
}

/** The account is made: what the mail is for, before it is forgotten, and the way on. */
function Welcome({ account, to, isDemo }: { account: SessionAccount; to: string; isDemo: boolean }) {
  return (
    <AuthFrame title={accountsTexts.welcome(account.name)} lead={accountsTexts.mailSent(account.email)} isNews>
      <DocumentHead title={accountsTexts.signUpTitle} hiddenFromSearch />
      <div className={styles.news}>
        <p>{accountsTexts.mailLimits}</p>
        <div className={styles.ways}>
          <LinkButton to={to} state={rememberedPage} variant="primary" replace>
            {accountsTexts.goOn}
          </LinkButton>
          {isDemo && (
            <LinkButton to="/dev/mail" target="_blank" reloadDocument>
              {accountsTexts.readMail}
            </LinkButton>
          )}
        </div>
      </div>
    </AuthFrame>
  )
}
