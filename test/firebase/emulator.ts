import assert from 'node:assert/strict'
import { test } from 'node:test'
import { initializeApp } from '@firebase/app'
import {
  connectAuthEmulator,
  createUserWithEmailAndPassword,
  deleteUser,
  getAuth,
  sendEmailVerification,
  signInWithEmailAndPassword,
  signOut,
  updateProfile,
} from '@firebase/auth'
import { decodeJwt } from 'jose'
import { firebaseFailureKind } from '../../src/features/accounts/accounts.firebase.rules.ts'

/**
 * What the shop takes for granted of Firebase, held against Google's own emulator: the claims of its tokens and the codes of
 * its refusals. The emulator signs nothing, so that signatures are checked elsewhere, with keys of the tests' own.
 */
const auth = getAuth(initializeApp({ apiKey: 'any', authDomain: 'localhost', projectId: 'demo-tappet' }))
connectAuthEmulator(auth, 'http://127.0.0.1:9099', { disableWarnings: true })

const email = `Rahim-${Date.now()}@Example.com`
const password = 'a workshop password'

const kindOf = async (attempt: Promise<unknown>) => {
  const error = await attempt.then(
    () => undefined,
    (error: unknown) => error,
  )
  assert.ok(error instanceof Error && 'code' in error, 'the attempt is refused')
  return firebaseFailureKind(String(error.code))
}

await test('a sign-up, its token, and its renewal', async () => {
  const { user } = await createUserWithEmailAndPassword(auth, email, password)
  await updateProfile(user, { displayName: 'Rahim Uddin' })
  await sendEmailVerification(user)
  const first = decodeJwt(await user.getIdToken(true))
  assert.equal(first.iss, 'https://securetoken.google.com/demo-tappet')
  assert.equal(first.aud, 'demo-tappet')
  assert.equal(first.sub, user.uid)
  assert.equal(String(first['email']).toLowerCase(), email.toLowerCase())
  assert.equal(first['email_verified'], false)
  assert.equal(first['name'], 'Rahim Uddin')
  await new Promise(resolve => setTimeout(resolve, 1100))
  const renewed = decodeJwt(await user.getIdToken(true))
  assert.equal(renewed['auth_time'], first['auth_time'], 'a renewal is the same sign-in')
  await signOut(auth)
  const again = await signInWithEmailAndPassword(auth, email, password)
  assert.notEqual(decodeJwt(await again.user.getIdToken())['auth_time'], first['auth_time'])
})

await test('what it refuses, by the shop’s kinds', async () => {
  const another = createUserWithEmailAndPassword(auth, email, password)
  assert.equal(await kindOf(another), 'USER_ALREADY_EXISTS')
  assert.equal(await kindOf(signInWithEmailAndPassword(auth, email, 'wrong')), 'INVALID_EMAIL_OR_PASSWORD')
  assert.equal(await kindOf(signInWithEmailAndPassword(auth, 'x@y.example', 'wrong')), 'INVALID_EMAIL_OR_PASSWORD')
  assert.equal(await kindOf(createUserWithEmailAndPassword(auth, 'no address', password)), 'INVALID_EMAIL')
  assert.equal(await kindOf(createUserWithEmailAndPassword(auth, `short-${email}`, '1')), 'password-too-weak')
})

await test('a user who is deleted is gone', async () => {
  const { user } = await signInWithEmailAndPassword(auth, email, password)
  await deleteUser(user)
  assert.equal(await kindOf(signInWithEmailAndPassword(auth, email, password)), 'INVALID_EMAIL_OR_PASSWORD')
})
