import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import { contentContract } from '#contracts/content'
import { useAction } from '#ui/calls/use-action.ts'
import { Button, LinkButton } from '#ui/controls/button.tsx'
import { callContext } from '#ui/calls/call.ts'
import { DocumentHead } from '#ui/navigation/document-head.tsx'
import { TextField } from '#ui/controls/field.tsx'
import { accountsTexts } from '#texts/accounts'
import { passwordTexts } from '../password.texts.ts'
import { LogIn } from '#rules/identity'
import type { Route } from './+types/forgot-password-page.ts'
import { AuthForm, AuthFrame, Switch } from './auth-frame.tsx'
import { requestReset } from '#parts/accounts'
import { useTypedEmail } from './use-typed-email.ts'
import styles from './auth-frame.module.css'

export async function loader({ context }: Route.LoaderArgs) {
  const { identity } = await context.get(callContext)(contentContract.getConfig, {})
  return { isDemo: identity.demo }
}

const Email = z.pick(LogIn, { email: true })
/** Asks for the mail that lets somebody choose a new password; it says the same whether there is an account or not. */
export default function ForgotPasswordPage({ loaderData: { isDemo } }: Route.ComponentProps) {
  const typed = useTypedEmail()
  const [sentTo, setSentTo] = useState<string>()
  const [isBack, setBack] = useState(false)
  const { problem, act } = useAction()
  const { register, handleSubmit, control, formState } = useForm({
    resolver: zodResolver(Email),
    defaultValues: { email: typed },
  })

  const email = useWatch({ control, name: 'email' })
  const send = async (input: { email: string }) => {
    await requestReset(input.email)
    setSentTo(input.email)
  }
  if (sentTo !== undefined) {
    const goBack = () => {
      setSentTo(undefined)
      setBack(true)
    }
    return <Sent email={sentTo} isDemo={isDemo} onBack={goBack} />
  }
  return (
    <AuthFrame title={passwordTexts.forgotTitle} lead={passwordTexts.forgotLead} isNews={isBack}>
      <DocumentHead title={passwordTexts.forgotTitle} description={passwordTexts.forgotLead} hiddenFromSearch />
      <AuthForm
        submit={passwordTexts.sendLink}
        onSubmit={event => void handleSubmit(input => act(() => send(input)))(event)}
        pending={formState.isSubmitting}
        problem={problem}
      >
        <TextField
          {...register('email')}
          label={accountsTexts.email}
          type="email"
          autoComplete="username"
          error={formState.errors.email?.message}
        />
      </AuthForm>
      <Switch question={passwordTexts.rememberIt} link={passwordTexts.toLogIn} to="/login" state={{ email }} />
    </AuthFrame>
  )
}

/** Where the mail went, if it did, and what to do when nothing comes. */
function Sent({ email, isDemo, onBack }: { email: string; isDemo: boolean; onBack: () => void }) {
  return (
    <AuthFrame title={passwordTexts.sentTitle} lead={passwordTexts.sent(email)} isNews>
      <DocumentHead title={passwordTexts.sentTitle} hiddenFromSearch />
      <div className={styles.news}>
        <p>{passwordTexts.nothingComes}</p>
        <div className={styles.ways}>
          {isDemo && (
            <LinkButton to="/dev/mail" variant="primary" target="_blank" reloadDocument>
              {passwordTexts.readMail}
            </LinkButton>
          )}
          <Button onClick={onBack}>{passwordTexts.anotherTry}</Button>
        </div>
      </div>
      <Switch question={accountsTexts.noAccount} link={passwordTexts.toSignUp} to="/signUp" />
    </AuthFrame>
  )
}
