import { expect } from 'vitest'
import { type Answer, type Person, createPerson } from '../factories.ts'
import type { TestShop } from '../harness.ts'
import { type IdentityBrowser, identityBrowser } from './browser.ts'
import { type SoftwarePasskey, softwarePasskey } from './software-passkey.ts'

/** What the factories type. */
export const password = 'a long test password'

/** Each step of adding a passkey and of logging in with one, as a browser takes it. */
export const passkeyStep = {
  prove: (at: IdentityBrowser, typed = password) => at.send('POST', '/passkey/prove', { password: typed }),
  begin: (at: IdentityBrowser) => at.send('GET', '/passkey/generate-register-options'),
  finish: (at: IdentityBrowser, response: object, more: object = {}) =>
    at.send('POST', '/passkey/verify-registration', { response, name: 'Workshop tablet', ...more }),
  ask: (at: IdentityBrowser) => at.send('GET', '/passkey/generate-authenticate-options'),
  answer: (at: IdentityBrowser, response: object) => at.send('POST', '/passkey/verify-authentication', { response }),
}

export async function addPasskey(at: IdentityBrowser, key: SoftwarePasskey): Promise<Answer> {
  expect((await passkeyStep.prove(at)).status).toBe(200)
  const { body: options } = await passkeyStep.begin(at)
  return passkeyStep.finish(at, key.register(options))
}

/** What people do with passkeys at this shop, which its own machine opens as localhost. */
export function passkeysAt(shop: TestShop) {
  const origin = shop.address.replace('127.0.0.1', 'localhost')

  async function logInWith(key: SoftwarePasskey, bent: Parameters<SoftwarePasskey['answer']>[1] = {}) {
    const at = identityBrowser(shop)
    const { body: options } = await passkeyStep.ask(at)
    return { at, answer: await passkeyStep.answer(at, key.answer(options, bent)) }
  }

  async function logInBrowser(email: string): Promise<IdentityBrowser> {
    const at = identityBrowser(shop)
    expect((await at.send('POST', '/sign-in/email', { email, password })).status).toBe(200)
    return at
  }

  return {
    origin,
    logInWith,
    logInBrowser,
    /** A person whose account a passkey opens. */
    async personWithPasskey() {
      const person = await createPerson(shop)
      const own = await logInBrowser(person.email)
      const key = softwarePasskey(origin)
      expect((await addPasskey(own, key)).status).toBe(200)
      return { person, own, key }
    },
  }
}

export const passkeysOf = async (person: Person) => (await person.call('GET', '/account/ways-in')).body.waysIn.passkeys
