import { type ReactNode, useEffect, useLayoutEffect } from 'react'
import { Navigate, NavigationType, useLocation, useNavigationType } from 'react-router'
import { isStaff } from '#kernel/access'
import { DocumentHead } from '#ui/navigation/document-head.tsx'
import { Loading } from '#ui/feedback/loading.tsx'
import { loginPath } from '#rules/identity'
import { accountsTexts } from '../../accounts.texts.ts'
import { AccountContext } from './account.tsx'
import styles from './protected.module.css'
import { isRememberedPage } from './remembered-page.ts'
import { sessionFacts } from './session-facts.ts'
import { refuseSession } from './session-live.ts'
import { useSessionState } from './session.tsx'

/**
 * Shows its content to an account, and to nobody else, not even for a moment. A visitor goes to the login page, which
 * leads back here; a customer on a page of the staff's is signed out first (specification, section 2), or led home if it was the
 * login that remembered the page.
 */
export function Protected({ staffOnly = false, children }: { staffOnly?: boolean; children: ReactNode }) {
  const session = useSessionState()
  const { pathname, search, hash, state } = useLocation()
  // A page that is loaded again still has its state, and did not come from the login.
  const isFromLogin = useNavigationType() === NavigationType.Replace && isRememberedPage(state)
  const toLogin = loginPath(pathname + search + hash)
  const isRefused = session.state === 'signed-in' && staffOnly && !isStaff(session.account)
  useEffect(() => {
    if (isRefused && !isFromLogin) refuseSession(toLogin)
  }, [isRefused, isFromLogin, toLogin])

  useLayoutEffect(() => {
    sessionFacts.guarded += 1
    return () => void (sessionFacts.guarded -= 1)
  }, [])

  if (isRefused && isFromLogin) return <Navigate to="/" replace />
  if (session.state === 'signed-out') return <Navigate to={session.exit ?? toLogin} replace />
  return (
    <div className={styles.room}>
      {session.state === 'loading' || isRefused ? (
        <Waiting />
      ) : (
        <AccountContext value={session.account}>{children}</AccountContext>
      )}
    </div>
  )
}

function Waiting() {
  return (
    <>
      <DocumentHead title={accountsTexts.behindLogin} hiddenFromSearch />
      <Loading />
      <noscript>
        <p className="column">{accountsTexts.needsScript}</p>
      </noscript>
    </>
  )
}
