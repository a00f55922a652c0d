/**
 * What browsers ask the identity library for. It mounts much more than this shop uses, such as links that log in whoever
 * opens them, or a page that shows any text one gives it; whatever is not here answers as if it did not exist. The setup
 * key of a second factor is shown once, when it is made, so there is no way to ask for it again.
 */
const openPaths: readonly string[] = [
  'POST /sign-up/email',
  'POST /sign-in/email',
  'POST /sign-out',
  'GET /token',
  'GET /get-session',
  'GET /list-accounts',
  'GET /ok',
  'POST /two-factor/enable',
  'POST /two-factor/disable',
  'POST /two-factor/generate-backup-codes',
  'POST /two-factor/verify-totp',
  'POST /two-factor/verify-backup-code',
]

/** Whether a request below `/identity` is for the library at all. Google's begin and end have routes of their own. */
export function isOpenPath(method: string, pathname: string): boolean {
  return openPaths.includes(`${method} ${pathname.replace(/^\/identity/, '')}`)
}
