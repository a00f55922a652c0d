import { mustKeepThings } from './google-flow.ts'
import { googleProblem } from './google-popup.ts'
import type { GoogleWays } from './google-ways.ts'

/** Says to the page that is come back to that a redirect was under way. Kept for this tab alone, and taken once. */
const pendingKey = 'firebaseSignIn'

/** Google through Firebase: the SDK opens the window, or leaves for Google, and takes the answer. */
export const firebaseWays: GoogleWays = {
  // The press of a button is remembered for seconds only: by then the SDK has to be there.
  prepare: () => void load().catch(() => undefined),
  prefersRedirect: () => false,
  async popup() {
    mustKeepThings()
    await (await load()).signInByPopup()
  },
  async redirect() {
    mustKeepThings()
    const flow = await load()
    setPending(true)
    try {
      await flow.signInByRedirect()
    } catch (error) {
      setPending(false)
      throw error
    }
    return 'came back'
  },
  hasAnswer: () => isPending(),
  async takeAnswer() {
    setPending(false)
    await (await load()).takeRedirectAnswer()
  },
  // A newer attempt cancels an older one; the SDK sees to that.
  drop: () => undefined,
}

async function load() {
  try {
    return await import('./firebase-flow.ts')
  } catch {
    throw googleProblem('network-request-failed')
  }
}

function isPending(): boolean {
  try {
    return window.sessionStorage.getItem(pendingKey) !== null
  } catch {
    return false
  }
}

function setPending(pending: boolean): void {
  try {
    if (pending) window.sessionStorage.setItem(pendingKey, 'yes')
    else window.sessionStorage.removeItem(pendingKey)
  } catch {
    throw googleProblem('web-storage-unsupported')
  }
}
