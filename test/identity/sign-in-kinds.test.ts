import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { firebaseFailureKind, firebaseSentence } from '../../src/modules/identity/firebase/firebase.rules.ts'
import { googleFailureKind } from '../../src/modules/identity/google/google.rules.ts'
import { signInKinds, signInSentence } from '../../src/modules/identity/sign-in.rules.ts'
import { signInTexts } from '../../src/modules/identity/sign-in.texts.ts'
import { root, titlesOf } from '../generated/register.ts'

/**
 * What can go wrong while somebody signs in, and where a test makes it go wrong: in a real browser, by the cause itself. A
 * title says its kind, `[kind:popup-blocked]`, or `[kind:popup-blocked firebase]` where Firebase is the identity service.
 *
 * | Kind | Cause with the embedded service | Cause with Firebase |
 * |---|---|---|
 * | popup-blocked | a browser that blocks windows | the same |
 * | popup-closed-by-user | the window is closed | the same |
 * | cancelled-popup-request | a second window | the same |
 * | web-storage-unsupported | a browser that keeps nothing | the same |
 * | network-request-failed | the server is gone | the line is gone |
 * | unauthorized-domain | the shop was opened at another address | an address that is not the project's |
 * | invalid-auth-event | a redirect's answer, opened again | a redirect without an answer |
 * | internal-error | the database fails | an answer that nobody foresaw |
 * | auth-domain-config-required | a provider that is not the one of the settings | a way in that is not switched on |
 * | invalid-api-key | the provider refuses the shop's secret | Firebase refuses the key |
 * | argument-error | the request was changed on its way | the password is missing in it |
 *
 * A key or a host that is missing, or has a colon, is not told to visitors at all: the start names it
 * (src/platform/settings.test.ts).
 */
const files = { embedded: 'e2e/sign-in-kinds.spec.ts', firebase: 'e2e/firebase-kinds.spec.ts' }

const kindsIn = (file: string) =>
  titlesOf(readFileSync(join(root, file), 'utf8')).flatMap(
    title => /\[kind:([\w-]+)(?: firebase)?\]/.exec(title)?.[1] ?? [],
  )

describe('each kind of section 8', () => {
  it.each(Object.entries(files))(
    'has a test that brings it about, and no test another kind: %s, in %s',
    (_service, file) => {
      expect(kindsIn(file).toSorted()).toEqual([...signInKinds].toSorted())
    },
  )

  it('is named in the specification’s own list', () => {
    const register = readFileSync(join(root, 'docs/specification.md'), 'utf8')
    expect(signInKinds.filter(kind => !register.includes(`${kind} has a sentence of its own.`))).toEqual([])
  })

  it.each(signInKinds)('%s has a plain sentence, and no other kind has it', kind => {
    const sentence = signInSentence(kind)
    expect(firebaseSentence(kind)).toBe(sentence)
    // Sentences that end, of words that people use: no code, no name of a protocol, nobody shouted at.
    expect(sentence).toMatch(/^[A-Z][^<>{}_/!]+\.$/)
    expect(sentence).not.toMatch(/popup|origin|token|OAuth|API|error|exception|invalid/i)
    expect(Object.values(signInTexts).filter(other => other === sentence).length).toBeLessThanOrEqual(2)
    const others = signInKinds.filter(other => other !== kind).map(other => signInSentence(other))
    expect(others).not.toContain(sentence)
  })

  it('is what the codes of Google and Firebase end in, also of those that nobody knows', () => {
    const known = new Set<string>([...signInKinds, ...Object.keys(signInTexts)])
    const codes = ['state_mismatch', 'invalid_client', 'server_error', 'access_denied', 'never_heard_of']
    expect(codes.map(googleFailureKind).filter(kind => !known.has(kind))).toEqual([])
    expect(firebaseFailureKind('auth/never-heard-of')).toBe('internal-error')
  })
})
