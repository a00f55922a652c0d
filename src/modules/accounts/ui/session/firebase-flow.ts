import { initializeApp } from '@firebase/app'
import {
  type Auth,
  EmailAuthProvider,
  GoogleAuthProvider,
  type User,
  browserLocalPersistence,
  browserPopupRedirectResolver,
  createUserWithEmailAndPassword,
  deleteUser,
  getRedirectResult,
  indexedDBLocalPersistence,
  initializeAuth,
  reauthenticateWithCredential,
  sendEmailVerification,
  sendPasswordResetEmail,
  signInWithEmailAndPassword,
  signInWithPopup,
  signInWithRedirect,
  signOut,
  updatePassword,
  updateProfile,
  verifyBeforeUpdateEmail,
} from '@firebase/auth'
import { contentContract } from '#contracts/content'
import { CallFailed } from '#ui/calls/call-failed.ts'
import { call } from '#ui/calls/call.ts'
import { accountsContract } from '../../accounts.contract.ts'
import { firebaseFailureKind, firebaseSentence, isUserGone } from '#rules/identity'
import { accountsTexts } from '../../accounts.texts.ts'
import { confirmedPath, enter, leaveTimeoutMs, statusOf } from './session-flow.ts'
import type { StoredSession } from './session-storage.ts'
import type { SessionFlow } from './session-store.ts'

/**
 * The conversation with Firebase, by its own SDK, and with the shop. Loaded only in a shop whose identity service Firebase
 * is: it weighs more than the rest of a page.
 */
export const firebaseFlow: SessionFlow = {
  logIn: ({ email, password }) =>
    asking(async auth => {
      const { user } = await signInWithEmailAndPassword(auth, email, password)
      return enter(await user.getIdToken())
    }),

  // An account that wants a second factor is refused by `logIn`, so there is nothing to confirm.
  confirm: () => Promise.reject(problemOf('second-factor-hosted')),

  signUp: ({ name, email, password }) =>
    asking(async auth => {
      const { user } = await createUserWithEmailAndPassword(auth, email, password)
      // The user is there by now, so neither of the two may fail the sign-up: a second try would be told that the address
      // is taken. The name is the address then, and the account page sends the mail again.
      await updateProfile(user, { displayName: name }).catch(() => undefined)
      await sendEmailVerification(user, mailLink()).catch(() => undefined)
      // Made anew, because the first one has no name in it.
      return enter(await user.getIdToken(true))
    }),

  enter: () => asking(auth => enterAs(auth.currentUser)),

  renew: () =>
    asking(async auth => {
      if (!auth.currentUser) return undefined
      try {
        return await enter(await auth.currentUser.getIdToken(true))
      } catch (error) {
        if (error instanceof CallFailed && (error.status === 401 || error.status === 403)) return undefined
        if (isUserGone(codeOf(error))) return undefined
        throw error
      }
    }),

  async leave(token) {
    const { method, path } = accountsContract.leave
    const answers = await Promise.allSettled([
      ...(token ? [statusOf(`/api${path}`, { method, bearer: token, timeoutMs: leaveTimeoutMs })] : []),
      // Firebase's SDK forgets its session in this browser; there is nobody at Firebase to tell.
      asking(signOut).then(() => 200),
    ])
    const isHeard = answers.every(answer => answer.status === 'fulfilled' && answer.value < 500)
    if (!isHeard) throw problemOf('network-request-failed', accountsTexts.leftUntold)
  },

  sendVerificationMail: () =>
    asking(async auth => {
      if (!auth.currentUser) throw problemOf('user-token-expired')
      await sendEmailVerification(auth.currentUser, mailLink())
    }),

  requestReset: email =>
    asking(async auth => {
      await sendPasswordResetEmail(auth, email, { url: new URL('/login', window.location.origin).href }).catch(
        keepingQuiet('auth/user-not-found'),
      )
    }),

  changePassword: ({ current, password }) =>
    asking(async auth => updatePassword(await whoKnows(auth, current), password)),

  requestEmailChange: ({ email, password }) =>
    asking(async auth => {
      const user = await whoKnows(auth, password)
      await verifyBeforeUpdateEmail(user, email, mailLink()).catch(keepingQuiet('auth/email-already-in-use'))
    }),

  hasPassword: () =>
    asking(async auth => auth.currentUser?.providerData.some(({ providerId }) => providerId === 'password') === true),

  // Firebase wants a sign-in of the last minutes for this, so it can refuse; then the sign-in stays, and is said to.
  forgetUser: () =>
    asking(async auth => {
      if (!auth.currentUser) return false
      await deleteUser(auth.currentUser)
      return true
    }),

  storageProblem: () => problemOf('web-storage-unsupported'),
}

/** Signs in at Google in a window that Firebase opens and watches; its time-outs are its own. */
export async function signInByPopup(): Promise<void> {
  await asking(auth => signInWithPopup(auth, google(), browserPopupRedirectResolver))
}

/** Leaves the shop for Google by way of the auth domain, which sends the browser back to this page. */
export async function signInByRedirect(): Promise<void> {
  await asking(auth => signInWithRedirect(auth, google(), browserPopupRedirectResolver))
}

/** What a redirect has brought back. Firebase hands it out once; without one it was no attempt of this browser's. */
export async function takeRedirectAnswer(): Promise<void> {
  const answer = await asking(auth => getRedirectResult(auth, browserPopupRedirectResolver))
  if (!answer) throw problemOf('invalid-auth-event')
}

function google(): GoogleAuthProvider {
  // Whoever shares a computer chooses who they are, each time.
  return new GoogleAuthProvider().setCustomParameters({ prompt: 'select_account' }) as GoogleAuthProvider
}

const mailLink = () => ({ url: new URL(confirmedPath, window.location.origin).href })

/** Whether an address has an account is not told; anything else that went wrong is. */
const keepingQuiet = (code: string) => (error: unknown) => {
  if (codeOf(error) !== code) throw error
}

/** Whoever is here, once they have typed their password: Firebase wants that for what changes how they come in. */
async function whoKnows({ currentUser }: Auth, password: string): Promise<User> {
  if (!currentUser?.email) throw problemOf('user-token-expired')
  try {
    await reauthenticateWithCredential(currentUser, EmailAuthProvider.credential(currentUser.email, password))
  } catch (error) {
    // There is one email here, so it is the password that does not match.
    const kind = firebaseFailureKind(codeOf(error))
    throw kind === 'INVALID_EMAIL_OR_PASSWORD' ? problemOf('INVALID_PASSWORD') : error
  }
  return currentUser
}

async function enterAs(user: User | null): Promise<StoredSession> {
  if (!user) throw problemOf('user-token-expired')
  return enter(await user.getIdToken())
}

let starting: Promise<Auth> | undefined

/** The SDK, started once with what `/api/config` says; after a failure the next who asks tries again. */
async function started(): Promise<Auth> {
  starting ??= start().catch((error: unknown) => {
    starting = undefined
    throw error
  })
  return starting
}

async function start(): Promise<Auth> {
  const { identity } = await call(contentContract.getConfig, {})
  if (!identity.firebase) throw problemOf('auth-domain-config-required')
  const auth = initializeAuth(initializeApp(identity.firebase), {
    persistence: [indexedDBLocalPersistence, browserLocalPersistence],
  })
  await auth.authStateReady()
  return auth
}

/** Asks Firebase; what goes wrong becomes a kind of section 8 with its sentence. */
async function asking<T>(ask: (auth: Auth) => Promise<T>): Promise<T> {
  try {
    return await ask(await started())
  } catch (error) {
    const code = codeOf(error)
    if (code.startsWith('auth/')) throw problemOf(firebaseFailureKind(code))
    throw error
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}

function problemOf(kind: string, message = firebaseSentence(kind)): CallFailed {
  return new CallFailed({ code: kind, status: 0, message })
}
