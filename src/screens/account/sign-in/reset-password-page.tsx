import { useState } from 'react'
import { Navigate, useSearchParams } from 'react-router'
import { LinkButton } from '#ui/controls/button.tsx'
import { CallFailed } from '#ui/calls/call-failed.ts'
import { call } from '#ui/calls/call.ts'
import { DocumentHead } from '#ui/navigation/document-head.tsx'
import { toastSuccess } from '#ui/feedback/toast.ts'
import { passwordTexts } from '../password.texts.ts'
import { passwordsContract } from '#contracts/identity'
import { AuthFrame } from './auth-frame.tsx'
import { forgetSession, useSession } from '#parts/accounts'
import { LinkNews, linkToken } from './link-news.tsx'
import { PasswordForm } from './password-form.tsx'
import { SecondStep } from './second-step.tsx'
import { useEntering } from './use-entering.ts'

/** Where the mail for a forgotten password leads: a new one, with which its owner is logged in. */
export default function ResetPasswordPage() {
  const token = linkToken(useSearchParams()[0])
  const { account } = useSession()
  const [isDead, setDead] = useState(!token)
  const { entering, enter, toLogIn } = useEntering()

  const save = async (password: string) => {
    const email = await reset(token ?? '', password)
    if (email === undefined) return setDead(true)
    // Whoever was logged in here is not any more, or is somebody else.
    forgetSession()
    toastSuccess(passwordTexts.changed)
    await enter({ email, password })
  }
  if (isDead) {
    return (
      <LinkNews title={passwordTexts.deadTitle} lead={passwordTexts.deadReset}>
        <LinkButton to="/forgot-password" variant="primary">
          {passwordTexts.newLink}
        </LinkButton>
        <LinkButton to="/login">{passwordTexts.toLogIn}</LinkButton>
      </LinkNews>
    )
  }
  if (account && (entering === 'in' || entering === 'second factor')) return <Navigate to="/dashboard" replace />
  if (entering === 'second factor') return <SecondStep onBack={toLogIn} />
  if (entering === 'log in') {
    return (
      <LinkNews title={passwordTexts.changed} lead={passwordTexts.changedLogIn}>
        <LinkButton to="/login" variant="primary">
          {passwordTexts.logIn}
        </LinkButton>
      </LinkNews>
    )
  }
  return (
    <AuthFrame title={passwordTexts.resetTitle} lead={passwordTexts.resetLead}>
      <DocumentHead title={passwordTexts.resetTitle} hiddenFromSearch />
      <PasswordForm kind="new" submit={passwordTexts.save} onSend={save} />
    </AuthFrame>
  )
}

/** Whose password it is now; undefined when the link is dead. */
async function reset(token: string, password: string): Promise<string | undefined> {
  try {
    return (await call(passwordsContract.resetPassword, { body: { token, password } })).email
  } catch (error) {
    if (error instanceof CallFailed && error.code === 'link-dead') return undefined
    throw error
  }
}
