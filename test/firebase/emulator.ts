import assert from 'node:assert/strict'
import { test } from 'node:test'
import { initializeApp } from '@firebase/app'
import {
  connectAuthEmulator,
  GoogleAuthProvider,
  createUserWithEmailAndPassword,
  deleteUser,
  getAuth,
  sendEmailVerification,
  signInWithCredential,
  signInWithEmailAndPassword,
  signOut,
  updateProfile,
} from '@firebase/auth'
import { decodeJwt } from 'jose'
import { firebaseFailureKind, isUserGone } from '../../src/modules/identity/firebase/firebase.rules.ts'
import { firebaseIdentity } from '../../src/modules/identity/firebase/firebase.server.ts'
import { createLog } from '../../src/platform/log.server.ts'

/**
 * What the shop takes for granted of Firebase, held against Google's own emulator: the claims of its tokens and the codes of
 * its refusals. The emulator signs nothing, so that signatures are checked elsewhere, with keys of the tests' own.
 */
const auth = getAuth(initializeApp({ apiKey: 'any', authDomain: 'localhost', projectId: 'demo-tappet' }))
connectAuthEmulator(auth, 'http://127.0.0.1:9099', { disableWarnings: true })

const email = `Rahim-${Date.now()}@Example.com`
const password = 'a workshop password'

const errorOf = async (attempt: Promise<unknown>) => {
  const error = await attempt.then(
    () => undefined,
    (error: unknown) => error,
  )
  assert.ok(error instanceof Error && 'code' in error, 'the attempt is refused')
  return String(error.code)
}
const kindOf = async (attempt: Promise<unknown>) => firebaseFailureKind(await errorOf(attempt))

/** What the project's owner does in the console. */
async function asOwner(path: string, body?: object) {
  const answer = await fetch(`http://127.0.0.1:9099/${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: 'Bearer owner', 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  assert.equal(answer.status, 200)
  return (await answer.json()) as { oobCodes?: { email: string; oobLink: string }[] }
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

await test('the link of the mail confirms the address, and the next token says so', async () => {
  const { user } = await signInWithEmailAndPassword(auth, email, password)
  const { oobCodes = [] } = await asOwner('emulator/v1/projects/demo-tappet/oobCodes')
  const mailed = oobCodes.findLast(code => code.email === email.toLowerCase())
  assert.equal((await fetch(mailed?.oobLink ?? '')).status, 200)
  assert.equal(decodeJwt(await user.getIdToken(true))['email_verified'], true)
})

await test('an address goes to whoever Google confirms it for: same user, and the stranger’s password is void', async () => {
  const address = `owner-${Date.now()}@gmail.com`
  const stranger = await createUserWithEmailAndPassword(auth, address, password)
  const before = decodeJwt(await stranger.user.getIdToken())
  await signOut(auth)
  const word = JSON.stringify({ sub: `google-${Date.now()}`, email: address, email_verified: true, name: 'Owner' })
  const owner = await signInWithCredential(auth, GoogleAuthProvider.credential(word))
  const after = decodeJwt(await owner.user.getIdToken())
  assert.deepEqual([before['email_verified'], after['email_verified']], [false, true])
  assert.equal(after.sub, before.sub, 'the shop’s keepForOwner is written for this')
  assert.equal(await kindOf(signInWithEmailAndPassword(auth, address, password)), 'INVALID_EMAIL_OR_PASSWORD')
})

await test('a user whom the owner disables gets no token any more', async () => {
  const address = `closed-${Date.now()}@example.com`
  const { user } = await createUserWithEmailAndPassword(auth, address, password)
  await asOwner('identitytoolkit.googleapis.com/v1/projects/demo-tappet/accounts:update', {
    localId: user.uid,
    disableUser: true,
  })
  assert.equal(isUserGone(await errorOf(user.getIdToken(true))), true)
  assert.equal(await kindOf(signInWithEmailAndPassword(auth, address, password)), 'user-disabled')
})

await test('the shop takes no token that is not signed, and those of the emulator are not', async () => {
  const { user } = await signInWithEmailAndPassword(auth, email, password)
  const project = { apiKey: 'any', authDomain: 'localhost', projectId: 'demo-tappet' }
  const log = createLog('silent')
  const shop = firebaseIdentity({ project, now: () => new Date(), log })
  assert.equal(await shop.verify(await user.getIdToken()), undefined)
})

await test('a user who is deleted is gone', async () => {
  const { user } = await signInWithEmailAndPassword(auth, email, password)
  await deleteUser(user)
  assert.equal(await kindOf(signInWithEmailAndPassword(auth, email, password)), 'INVALID_EMAIL_OR_PASSWORD')
})
