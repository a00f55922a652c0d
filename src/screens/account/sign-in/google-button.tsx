import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useHydrated } from '#ui/use-hydrated.ts'
import { Button } from '#ui/controls/button.tsx'
import { CallFailed } from '#ui/calls/call-failed.ts'
import { FormProblem } from '#ui/controls/form-problem.tsx'
import { googleEventParameter, longestFrom } from '#rules/identity'
import { accountsTexts } from '#texts/accounts'
import styles from './google-button.module.css'
import { firebaseWays } from '#parts/accounts'
import { type Place, asProblem } from '#parts/accounts'
import { type GoogleWays, embeddedWays } from '#parts/accounts'
import { useSession } from '#parts/accounts'

type GoogleSignInProps = {
  page: Place['page']
  /** A stand-in plays Google, and people are told. */
  standIn: boolean
  /** Google comes through the hosted identity service. */
  hosted: boolean
}

/** "Continue with Google", below the form: by a window beside the page, or by a redirect where there is none. */
export function GoogleSignIn({ page, standIn, hosted }: GoogleSignInProps) {
  const [query] = useSearchParams()
  const from = query.get('from')
  const ways = hosted ? firebaseWays : embeddedWays
  const { busy, problem, run } = useGoogle({ page, ...(from && from.length <= longestFrom && { from }) }, ways)
  const isHydrated = useHydrated()
  return (
    <section className={styles.google} aria-label={accountsTexts.google}>
      <p className={styles.or}>{accountsTexts.or}</p>
      {/* While the window is open the button still works: a second press opens a new one and gives the first one up. */}
      <Button
        wide
        pending={busy === 'redirect' || !isHydrated}
        onClick={() => void run(ways.prefersRedirect() ? 'redirect' : 'popup')}
        aria-describedby={standIn ? 'google-stand-in' : undefined}
      >
        <LetterG />
        {accountsTexts.google}
      </Button>
      {standIn && (
        <p id="google-stand-in" className={styles.hint}>
          {accountsTexts.googleStandIn}
        </p>
      )}
      <FormProblem>{problem?.message}</FormProblem>
      {problem?.code === 'popup-blocked' && (
        <Button wide variant="quiet" pending={busy === 'redirect'} onClick={() => void run('redirect')}>
          {accountsTexts.googleInThisWindow}
        </Button>
      )}
      <p role="status" className={styles.waiting}>
        {busy && accountsTexts.loading}
      </p>
    </section>
  )
}

type Busy = 'popup' | 'redirect' | 'answer'

/** One attempt at a time is shown; one that a newer attempt has cancelled says so while that one is under way. */
function useGoogle(place: Place, ways: GoogleWays) {
  const { enter } = useSession()
  const [busy, setBusy] = useState<Busy>()
  const [problem, setProblem] = useState<CallFailed>()
  const [query, setQuery] = useSearchParams()
  const latest = useRef(0)

  const run = async (what: Busy) => {
    latest.current += 1
    const mine = latest.current
    setProblem(undefined)
    setBusy(what)
    try {
      if (what === 'redirect' && (await ways.redirect(place)) === 'came back') return
      if (what === 'popup') await ways.popup(place)
      if (what === 'answer') await ways.takeAnswer(query)
      await enter()
    } catch (error) {
      setProblem(asProblem(error))
      // Said to the person, and still a bug: the browser reports it.
      if (!(error instanceof CallFailed)) throw error
    } finally {
      if (mine === latest.current) setBusy(undefined)
    }
  }

  const isTaken = useRef(false)
  useEffect(() => {
    if (isTaken.current || !ways.hasAnswer(query)) return
    isTaken.current = true
    // Out of the address at once: read again, or sent to somebody, it is worth nothing.
    setQuery(
      parameters => {
        parameters.delete(googleEventParameter)
        parameters.delete('error')
        parameters.delete('error_description')
        return parameters
      },
      { replace: true },
    )
    void run('answer')
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each arrival on the page
  }, [])
  useEffect(() => {
    ways.prepare()
    return () => ways.drop()
  }, [ways])

  return { busy, problem, run }
}

/** The letter, drawn here: three quarters of a ring and a bar. */
function LetterG() {
  return (
    <svg className={styles.letter} viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
      <path d="M18.4 6.6A8.2 8.2 0 1 0 20.2 12H12.6" fill="none" stroke="currentColor" strokeWidth="3" />
    </svg>
  )
}
