import { texts } from '#kernel/texts'
import { freshLoginMinutes, mostPasskeys } from './passkeys.rules.ts'

/** The sentence for each way in which a passkey can fail; the codes in small letters are the browser's own doing. */
export const passkeyTexts = texts('identity.passkeys', {
  'passkey-cancelled':
    'No passkey was used: the browser’s question was closed, or this device has none for this shop. Try again, or log in another way.',
  'passkey-timeout': 'The browser waited too long for your passkey. Try again.',
  'passkey-here-already': 'This device holds a passkey for your account already. You can log in with that one.',
  'passkey-wrong-address': 'Passkeys work at the shop’s own address alone. Open the shop there and try again.',
  'passkey-wrong-device':
    'This device cannot check that it is you. Set up a fingerprint, a face or a PIN on it, or use another device.',
  'passkey-old-browser': 'This browser does not know passkeys well enough. Update it, or log in another way.',
  'passkey-failed': 'The browser could not use a passkey. Try again, or log in another way.',

  PASSKEY_NOT_FOUND:
    'The shop does not know this passkey: it was removed. Log in another way, and delete it on your device.',
  CHALLENGE_NOT_FOUND: 'That took too long, or was tried before. Try again.',
  AUTHENTICATION_FAILED: 'This passkey was not accepted. Try again, or log in another way.',
  FAILED_TO_VERIFY_REGISTRATION: 'What this device answered was not accepted. Try again, or use another device.',
  PASSKEY_UNVERIFIED:
    'This device did not check that it is you. Set up a fingerprint, a face or a PIN on it, or use another device.',
  PASSKEY_TAKEN: 'This passkey belongs to an account already. Log in with it, or make another one.',
  PASSKEY_PROOF_NEEDED: 'That took too long. Begin again, and confirm once more that it is you.',
  TOO_MANY_PASSKEYS: `An account can have ${mostPasskeys} passkeys. Remove one that you do not use, then try again.`,
  LAST_WAY_IN: 'Nothing but Google opens this account. Set a password first, by “Forgot your password?”.',
  SESSION_NOT_FRESH: `Log out and log in once more: in the first ${freshLoginMinutes} minutes you can change how you log in.`,
})
