import * as z from 'zod/mini'
import { CallFailed } from '#ui/calls/call-failed.ts'
import { signInSentence } from '#rules/identity'
import { ask } from './session-flow.ts'

/**
 * The conversation between device, browser and identity service. The browser's own functions read and write what goes
 * over the network; browsers that lack them are told so, rather than carry a library for all.
 */

const isOptions = (value: unknown) => typeof value === 'object' && value !== null && 'challenge' in value
const ForCreating = z.custom<PublicKeyCredentialCreationOptionsJSON>(isOptions)
const ForAsking = z.custom<PublicKeyCredentialRequestOptionsJSON>(isOptions)

/** Adds a passkey of this device, or of one that the browser reaches. Nobody else can: hence the password. */
export async function addPasskey({ name, password }: { name: string; password?: string | undefined }): Promise<void> {
  checkBrowser()
  await provePasskeyOwner(password)
  const options = await ask('/identity/passkey/generate-register-options', ForCreating, { method: 'GET' })
  const made = await fromDevice(options.timeout, () =>
    navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) }),
  )
  await post('verify-registration', { response: made.toJSON(), name })
}

export const renamePasskey = (id: string, name: string): Promise<void> => post('rename', { id, name })
/** An open screen alone takes none away either. */
export async function removePasskey(id: string, password?: string): Promise<void> {
  await provePasskeyOwner(password)
  await post('remove', { id })
}

/** Nor Google. */
export async function removeGoogle(password: string): Promise<void> {
  await provePasskeyOwner(password)
  await ask('/identity/google/remove', z.unknown(), { method: 'POST', body: {} })
}

/** Shows who is here, for one change within minutes: by the password, or where there is none by a login of the last minutes. */
export const provePasskeyOwner = (password?: string): Promise<void> =>
  post('prove', { ...(password !== undefined && { password }) })

/** Asks the device who is here, and the service whether that opens an account: then its cookie names the session. */
export async function logInByPasskey(): Promise<void> {
  checkBrowser()
  const options = await ask('/identity/passkey/generate-authenticate-options', ForAsking, { method: 'GET' })
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options)
  const credential = await fromDevice(options.timeout, () => navigator.credentials.get({ publicKey }))
  await sendAnswer(credential)
}

/** Lets the browser offer passkeys where the email is typed; waits until one is chosen. Undefined when none can be. */
export async function offerPasskeys(signal: AbortSignal): Promise<PublicKeyCredential | undefined> {
  if (!knowsJson() || !(await PublicKeyCredential.isConditionalMediationAvailable?.())) return undefined
  const options = await ask('/identity/passkey/generate-authenticate-options', ForAsking, { method: 'GET' })
  if (signal.aborted) return undefined
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options)
  const credential = await navigator.credentials.get({ publicKey, mediation: 'conditional', signal })
  return credential instanceof PublicKeyCredential ? credential : undefined
}

export const sendAnswer = (credential: PublicKeyCredential): Promise<void> =>
  post('verify-authentication', { response: credential.toJSON() })

async function post(what: string, body: object): Promise<void> {
  await ask(`/identity/passkey/${what}`, z.unknown(), { method: 'POST', body })
}

function knowsJson(): boolean {
  return 'parseCreationOptionsFromJSON' in PublicKeyCredential && 'parseRequestOptionsFromJSON' in PublicKeyCredential
}

/** Before a password is sent for nothing. */
function checkBrowser(): void {
  if (!knowsJson()) throw failed('passkey-old-browser')
}

async function fromDevice(
  timeoutMs = Infinity,
  asking: () => Promise<Credential | null>,
): Promise<PublicKeyCredential> {
  const began = performance.now()
  let credential: Credential | null
  try {
    credential = await asking()
  } catch (error) {
    const name = error instanceof Error ? error.name : ''
    // Browsers do not say whether somebody said no or nothing: a page is not to learn which passkeys a device has.
    const isLate = name === 'NotAllowedError' && performance.now() - began >= timeoutMs
    throw failed(isLate ? 'passkey-timeout' : (codes.get(name) ?? 'passkey-failed'))
  }
  if (credential instanceof PublicKeyCredential) return credential
  throw failed('passkey-cancelled')
}

const codes = new Map(
  Object.entries({
    NotAllowedError: 'passkey-cancelled',
    AbortError: 'passkey-cancelled',
    InvalidStateError: 'passkey-here-already',
    SecurityError: 'passkey-wrong-address',
    ConstraintError: 'passkey-wrong-device',
    NotSupportedError: 'passkey-wrong-device',
  }),
)

const failed = (code: string) => new CallFailed({ code, status: 0, message: signInSentence(code) })
