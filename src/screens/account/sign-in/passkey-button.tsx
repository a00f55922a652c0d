import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { useAction } from '#ui/calls/use-action.ts'
import { useHydrated } from '#ui/use-hydrated.ts'
import { Button } from '#ui/controls/button.tsx'
import { FormProblem } from '#ui/controls/form-problem.tsx'
import { Icon } from '#ui/icon.tsx'
import { passkeyTexts } from '../security/passkeys.texts.ts'
import { canUsePasskeys, loadPasskeyFlow } from '#parts/accounts'
import styles from './passkeys.module.css'
import { useSession } from '#parts/accounts'

/** A question is good for five minutes; the browser gets a new one before that. */
const offerMs = 4 * 60_000

type PasskeySignInProps = {
  host: string | undefined
  /** What the server made of the request's address, so that the button is there from the start where it can be. */
  isHere: boolean
}

/** "Log in with a passkey", below the form. The browser offers them at the email's field too, where it can. */
export function PasskeySignIn({ host, isHere }: PasskeySignInProps) {
  const canUse = useSyncExternalStore(
    subscribeToNothing,
    () => canUsePasskeys(host),
    () => isHere,
  )
  return canUse ? <PasskeyButton /> : null
}

const subscribeToNothing = () => () => undefined

function PasskeyButton() {
  const { enter } = useSession()
  const { problem, isPending, act } = useAction()
  const isHydrated = useHydrated()
  const logIn = useCallback(
    async (byPasskey: () => Promise<void>) => {
      await act(async () => {
        await byPasskey()
        await enter()
      })
    },
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- both act on the one session, whichever render made them
    [],
  )
  const offers = useOffers(logIn)
  const press = async () => {
    // A browser answers one question at a time.
    offers.stop()
    await logIn(async () => (await loadPasskeyFlow()).logInByPasskey())
    offers.begin()
  }
  return (
    <section className={styles.logIn} aria-label={passkeyTexts.logIn}>
      <Button wide pending={isPending || !isHydrated} onClick={() => void press()}>
        <Icon name="key-round" size={20} />
        {passkeyTexts.logIn}
      </Button>
      <FormProblem>{problem}</FormProblem>
    </section>
  )
}

/** Keeps an offer open at the email's field while the page is looked at, so that two pages do not spoil each other's. */
function useOffers(logIn: (byPasskey: () => Promise<void>) => Promise<void>) {
  const [offers] = useState(() => passkeyOffers(logIn))
  useEffect(() => {
    const look = () => (document.hidden ? offers.stop() : offers.begin())
    look()
    const timer = setInterval(look, offerMs)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
      offers.stop()
    }
  }, [offers])
  return offers
}

function passkeyOffers(logIn: (byPasskey: () => Promise<void>) => Promise<void>) {
  let current: AbortController | undefined
  const stop = () => {
    current?.abort()
    current = undefined
  }
  const wait = async (signal: AbortSignal) => {
    const flow = await loadPasskeyFlow()
    const chosen = await flow.offerPasskeys(signal)
    if (chosen && !signal.aborted) await logIn(() => flow.sendAnswer(chosen))
  }
  const begin = () => {
    stop()
    current = new AbortController()
    // Nobody has asked for anything: an offer that cannot be made is not a failure to tell.
    wait(current.signal).catch(() => undefined)
  }
  return { begin, stop }
}
