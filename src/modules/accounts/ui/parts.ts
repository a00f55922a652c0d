export { useAccount } from './session/account.tsx'
export { firebaseWays } from './session/firebase-google.ts'
export { asProblem, type Place } from './session/google-flow.ts'
export { embeddedWays, type GoogleWays } from './session/google-ways.ts'
export { canUsePasskeys, loadPasskeyFlow, loadSecondFactorFlow } from './session/load-flows.ts'
export { Protected } from './session/protected.tsx'
export { queryClientOf } from './session/query-client.ts'
export { rememberedPage } from './session/remembered-page.ts'
export {
  changePassword,
  forgetSession,
  hasHostedPassword,
  leaveForGood,
  refreshSession,
  requestEmailChange,
  requestReset,
  sendVerificationMail,
} from './session/session-live.ts'
export { type SessionAccount, storedAccount } from './session/session-storage.ts'
export { SessionProvider, startSession, useSession } from './session/session.tsx'
export { tokenKey } from './session/session-facts.ts'
export { useLookAgain } from './session/use-look-again.ts'
