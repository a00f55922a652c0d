import * as z from 'zod/mini'
import { ask, confirmPaths } from './session-flow.ts'

const Setup = z.object({ totpURI: z.string(), backupCodes: z.array(z.string()) })
const Codes = z.object({ backupCodes: z.array(z.string()) })

/** What the account page says to the identity service about the second factor. The service's cookie says whose it is. */

/** Makes a key and recovery codes. Nothing changes for logins until the first code is there. */
export async function beginSecondFactor(password: string) {
  const { totpURI, backupCodes } = await post('enable', Setup, { password })
  return { address: totpURI, codes: backupCodes }
}

/** The first code: from now on the second factor is on. */
export async function finishSecondFactor(code: string): Promise<void> {
  await ask(confirmPaths.app, z.unknown(), { method: 'POST', body: { code } })
}

export async function dropSecondFactor(password: string): Promise<void> {
  await post('disable', z.unknown(), { password })
}

export async function renewRecoveryCodes(password: string): Promise<string[]> {
  const { backupCodes } = await post('generate-backup-codes', Codes, { password })
  return backupCodes
}

function post<T>(what: string, answer: z.ZodMiniType<T>, body: object): Promise<T> {
  return ask(`/identity/two-factor/${what}`, answer, { method: 'POST', body })
}
