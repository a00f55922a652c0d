export { identityRefusals } from './refusals.rules.ts'

export { demoAdmin, demoCustomer, isClosedDemoAccount } from './demo-accounts.rules.ts'
export { firebaseFailureKind, firebaseSentence, isUserGone } from './firebase/firebase.rules.ts'
export {
  GoogleMessage,
  GoogleStart,
  eventMemoryMs,
  googleEventParameter,
  googleFailureKind,
  googleWatch,
  googleWindow,
  longestFrom,
} from './google/google.rules.ts'
export { PasskeyName, deviceName, freshLoginMinutes } from './passkeys/passkeys.rules.ts'
export {
  AppCode,
  RecoveryCode,
  fewRecoveryCodes,
  qrOutline,
  setupKeyOf,
  type SecondFactor,
} from './second-factor/second-factor.rules.ts'
export { passwordLength } from './passwords/length.rules.ts'
export { LinkToken, LogIn, SignUp, loginPath, safeReturnPath, sessionDays, signInSentence } from './sign-in.rules.ts'
export { triesTexts } from './sign-in.texts.ts'
