import { describe, expect, it } from 'vitest'
import { firebaseCodes, firebaseFailureKind, firebaseSentence, isUserGone } from './firebase.rules.ts'
import { signInKinds } from '../sign-in.rules.ts'
import { signInTexts } from '../sign-in.texts.ts'

describe('a failure of Firebase', () => {
  it.each(signInKinds)(
    '[S8.10 S8.11 S8.13 S8.14 S8.15 S8.16 S8.17 S8.18 S8.19 S8.20 S8.21] of the kind %s has its sentence',
    kind => {
      expect(firebaseFailureKind(`auth/${kind}`)).toBe(kind)
      expect(firebaseSentence(kind)).toBe(signInTexts[kind])
    },
  )

  it.each([
    ['auth/invalid-credential', 'That email and password do not match. Check both, or sign up first.'],
    ['auth/wrong-password', 'That email and password do not match. Check both, or sign up first.'],
    ['auth/user-not-found', 'That email and password do not match. Check both, or sign up first.'],
    ['auth/email-already-in-use', 'There is already an account with this email. Log in, or reset your password.'],
    ['auth/too-many-requests', 'That was a lot of tries. Wait a minute and try again.'],
    ['auth/invalid-email', 'Provide a valid Email'],
    ['auth/operation-not-allowed', 'Signing in is not set up completely in this shop. Tell the shop owner.'],
    [
      'auth/api-key-not-valid.-please-pass-a-valid-api-key.',
      'The sign-in service does not accept this shop. Tell the shop owner.',
    ],
    ['auth/user-disabled', 'The shop owner has closed this account. Ask them about it.'],
  ])('%s says: %s', (code, sentence) => expect(firebaseSentence(firebaseFailureKind(code))).toBe(sentence))

  it.each(firebaseCodes)('%s has a sentence of its own kind', code => {
    const kind = firebaseFailureKind(code)
    const isInternal = code === 'auth/internal-error'
    expect(firebaseSentence(kind) === firebaseSentence('internal-error')).toBe(isInternal)
  })

  it.each(['auth/something-new', 'auth/toString', 'nonsense', ''])('that nobody foresaw is internal: %j', code =>
    expect(firebaseFailureKind(code)).toBe('internal-error'),
  )

  it('ends a session only where nobody is behind it any more', () => {
    const codes = [...firebaseCodes, 'auth/invalid-user-token', 'auth/internal-error']
    expect(new Set(codes.filter(isUserGone))).toEqual(
      new Set(['auth/user-token-expired', 'auth/invalid-user-token', 'auth/user-disabled', 'auth/user-not-found']),
    )
  })
})
