/** Whether this page, at the address at which it is open, can use the passkeys of a shop whose passkeys hang on `host`. */
export function canUsePasskeys(host: string | undefined): boolean {
  return host !== undefined && window.location.hostname === host && 'PublicKeyCredential' in window
}

/** Loaded when somebody uses a passkey, or could: other visitors do not carry it. */
export const loadPasskeyFlow = () => import('./passkey-flow.ts')

/** Loaded when somebody sets up or uses a second factor. */
export const loadSecondFactorFlow = () => import('./second-factor-flow.ts')
