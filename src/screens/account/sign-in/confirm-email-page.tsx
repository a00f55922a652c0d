import { useEffect, useRef, useState } from 'react'
import { Navigate, useLocation, useNavigate, useSearchParams } from 'react-router'
import { Button, LinkButton } from '#ui/controls/button.tsx'
import { CallFailed } from '#ui/calls/call-failed.ts'
import { call, callContext } from '#ui/calls/call.ts'
import { DocumentHead } from '#ui/navigation/document-head.tsx'
import { Loading } from '#ui/feedback/loading.tsx'
import { passwordTexts } from '../password.texts.ts'
import { emailContract } from '#contracts/identity'
import { loginPath, signInSentence } from '#rules/identity'
import type { Route } from './+types/confirm-email-page.ts'
import { AuthFrame } from './auth-frame.tsx'
import { LinkNews, linkToken } from './link-news.tsx'
import { PasswordForm } from './password-form.tsx'
import { refreshSession, useSession } from '#parts/accounts'
import { SecondStep } from './second-step.tsx'
import { useEntering } from './use-entering.ts'
import styles from './auth-frame.module.css'

/** In the demo shop, whose outbox is open to everybody, opening the link is enough; elsewhere it does nothing by itself. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const token = linkToken(new URL(request.url).searchParams)
  if (!token) return { opened: undefined }
  try {
    const { email } = await context.get(callContext)(emailContract.openConfirmation, { body: { token } })
    return { opened: email ?? undefined }
  } catch (error) {
    // A dead link is told by the page, which may also be the one for a change of address.
    if (error instanceof Response && error.status < 500) return { opened: undefined }
    throw error
  }
}

/** `other`: somebody is logged in here, and the link is for another account. */
type Way = 'session' | 'password' | 'other' | 'dead'

const accountPath = '/dashboard/account'
const confirmedPath = `${accountPath}?confirmed=yes`

/**
 * Where the mails about an address lead. Opening the page confirms nothing by itself, except in the demo shop: it needs a
 * session of the account, its password, or the reader's wish to make it theirs.
 */
export default function ConfirmEmailPage({ loaderData: { opened } }: Route.ComponentProps) {
  const [query] = useSearchParams()
  const token = linkToken(query)
  const isChange = query.has('change')
  const { state, account } = useSession()
  const [way, setWay] = useState<Way>()
  // Decided once: whoever logs in on this page has done so for the link.
  if (way === undefined && !token) setWay('dead')
  else if (way === undefined && state !== 'loading') setWay(state === 'signed-in' ? 'session' : 'password')

  if (opened !== undefined) return <Opened email={opened} />
  if (way === 'dead') {
    return (
      <LinkNews title={passwordTexts.deadTitle} lead={passwordTexts.deadConfirm}>
        <LinkButton to={accountPath} variant="primary">
          {passwordTexts.toAccount}
        </LinkButton>
        <LinkButton to="/shop">{passwordTexts.toShop}</LinkButton>
      </LinkNews>
    )
  }
  if (!token || way === undefined || way === 'session') {
    return <BySession token={way === 'session' ? token : undefined} isChange={isChange} onOther={setWay} />
  }
  const stranger = way === 'other' ? account?.email : undefined
  if (isChange) return <LogInFirst stranger={stranger} />
  return <ByPassword token={token} stranger={stranger} onDead={() => setWay('dead')} />
}

/** The address is confirmed already; whoever is logged in to its account goes on there. */
function Opened({ email }: { email: string }) {
  const { account } = useSession()
  const navigate = useNavigate()
  const isOwn = account?.email === email
  useEffect(() => {
    if (!isOwn) return
    const goOn = async () => {
      await refreshSession().catch(() => undefined)
      await navigate(confirmedPath, { replace: true })
    }
    void goOn()
  }, [isOwn, navigate])
  return (
    <LinkNews title={passwordTexts.confirmedTitle} lead={passwordTexts.confirmedOpened(email)}>
      <LinkButton to={isOwn ? accountPath : loginPath(accountPath)} variant="primary">
        {isOwn ? passwordTexts.toAccount : passwordTexts.logIn}
      </LinkButton>
    </LinkNews>
  )
}

type BySessionProps = { token: string | undefined; isChange: boolean; onOther: (way: Way) => void }

/** Whoever is logged in to the account has nothing to do but to wait. */
function BySession({ token, isChange, onOther }: BySessionProps) {
  const navigate = useNavigate()
  const [problem, setProblem] = useState('')
  const begun = useRef(false)
  useEffect(() => {
    if (!token || begun.current) return
    begun.current = true
    const confirm = async () => {
      const { changed } = await call(emailContract.confirmEmail, { body: { token } })
      // Who is here has another address, or a confirmed one: the shop's token is renewed to say so.
      await refreshSession().catch(() => undefined)
      await navigate(changed ? `${accountPath}?changed=yes` : confirmedPath, { replace: true })
    }
    confirm().catch((error: unknown) => {
      const code = error instanceof CallFailed ? error.code : undefined
      if (code === 'link-dead') onOther('dead')
      else if (code === 'not-yours') onOther('other')
      else if (code === 'sign-in-needed' || code === 'token-expired') onOther('password')
      else setProblem(error instanceof CallFailed ? error.message : signInSentence('internal-error'))
    })
  }, [token, navigate, onOther])

  if (problem) {
    return (
      <LinkNews title={passwordTexts.takenTitle} lead={problem}>
        <LinkButton to={accountPath} variant="primary">
          {passwordTexts.toAccount}
        </LinkButton>
      </LinkNews>
    )
  }
  const title = isChange ? passwordTexts.changeTitle : passwordTexts.confirmTitle
  return (
    <AuthFrame title={title} lead={passwordTexts.confirming}>
      <DocumentHead title={title} hiddenFromSearch />
      <Loading />
    </AuthFrame>
  )
}

/** A change of address is the account's own affair: its mailbox alone does not decide it. */
function LogInFirst({ stranger }: { stranger: string | undefined }) {
  const { pathname, search } = useLocation()
  const { logOut } = useSession()
  const lead = stranger === undefined ? passwordTexts.changeLead : passwordTexts.changeOther(stranger)
  const here = loginPath(`${pathname}${search}`)
  const navigate = useNavigate()
  const [isLeaving, setLeaving] = useState(false)
  // The login page would lead whoever is still logged in straight back.
  const leave = async () => {
    setLeaving(true)
    await logOut().catch(() => undefined)
    await navigate(here)
  }
  return (
    <LinkNews title={passwordTexts.changeTitle} lead={lead}>
      {stranger === undefined ? (
        <LinkButton to={here} variant="primary">
          {passwordTexts.logIn}
        </LinkButton>
      ) : (
        <Button variant="primary" pending={isLeaving} onClick={() => void leave()}>
          {passwordTexts.logIn}
        </Button>
      )}
    </LinkNews>
  )
}

type ByPasswordProps = { token: string; stranger: string | undefined; onDead: () => void }

/** Nobody is logged in to the account here: its password, or a new one that shuts everybody else out. */
function ByPassword({ token, stranger, onDead }: ByPasswordProps) {
  const { account } = useSession()
  const [isAnew, setAnew] = useState<boolean>()
  const { entering, enter, toLogIn } = useEntering()

  const send = async (password: string) => {
    try {
      const { email } = isAnew
        ? await call(emailContract.confirmAnew, { body: { token, newPassword: password } })
        : await call(emailContract.confirmWithPassword, { body: { token, password } })
      await enter({ email, password })
    } catch (error) {
      if (error instanceof CallFailed && error.code === 'link-dead') return onDead()
      throw error
    }
  }
  if (account && entering === 'in') return <Navigate to={confirmedPath} replace />
  if (entering === 'second factor') {
    return account && account.email !== stranger ? (
      <Navigate to={confirmedPath} replace />
    ) : (
      <SecondStep onBack={toLogIn} />
    )
  }
  if (entering === 'log in') {
    return (
      <LinkNews title={passwordTexts.confirmTitle} lead={passwordTexts.confirmedLogIn}>
        <LinkButton to={loginPath(accountPath)} variant="primary">
          {passwordTexts.logIn}
        </LinkButton>
      </LinkNews>
    )
  }
  const confirmLead = stranger === undefined ? passwordTexts.confirmLead : passwordTexts.confirmOther(stranger)
  const title = isAnew ? passwordTexts.anewTitle : passwordTexts.confirmTitle
  return (
    <AuthFrame
      key={String(isAnew)}
      title={title}
      lead={isAnew ? passwordTexts.anewLead : confirmLead}
      isNews={isAnew !== undefined}
    >
      <DocumentHead title={title} hiddenFromSearch />
      <PasswordForm
        kind={isAnew ? 'new' : 'present'}
        submit={isAnew ? passwordTexts.save : passwordTexts.confirm}
        onSend={send}
      />
      <div className={styles.other}>
        <p>{isAnew ? passwordTexts.haveIt : passwordTexts.notMine}</p>
        <Button onClick={() => setAnew(isAnew !== true)}>
          {isAnew ? passwordTexts.typeIt : passwordTexts.chooseNew}
        </Button>
      </div>
    </AuthFrame>
  )
}
