import { type ReadSettings, type Settings, isLoopback } from '#platform/settings'
import { type Reader, wrong } from '#platform/settings/reader'

declare module '#platform/settings' {
  interface Settings {
    /** Whoever confirms it becomes an admin. */
    adminEmail: string | undefined
    adminPassword: string | undefined
    /** "Continue with Google" of the embedded identity service. */
    google: { clientId: string; clientSecret: string; issuer: string } | undefined
    firebase: { apiKey: string; authDomain: string; projectId: string } | undefined
  }
}

export const readIdentitySettings: ReadSettings = read => ({
  adminEmail: read.email('ADMIN_EMAIL')?.toLowerCase(),
  adminPassword: read.text('ADMIN_PASSWORD'),
  // It says first what it leaves to nobody else.
  firebase: readFirebase(read),
  google: readGoogle(read),
})

function readGoogle(read: Reader): Settings['google'] {
  const clientId = read.text('GOOGLE_CLIENT_ID')
  const clientSecret = read.text('GOOGLE_CLIENT_SECRET')
  const issuer = read.text('GOOGLE_ISSUER')
  if (!clientId && !clientSecret && !issuer) return undefined
  if (!clientId) wrong('GOOGLE_CLIENT_ID', 'is missing beside the other Google settings')
  if (!clientSecret) wrong('GOOGLE_CLIENT_SECRET', 'is missing beside the other Google settings')
  return { clientId, clientSecret, issuer: asIssuer('GOOGLE_ISSUER', issuer ?? 'https://accounts.google.com') }
}

/** The hosted identity service, alone: what it does itself has no setting beside it. */
function readFirebase(read: Reader): Settings['firebase'] {
  const apiKey = read.text('FIREBASE_API_KEY')
  const authDomain = read.text('FIREBASE_AUTH_DOMAIN')
  const projectId = read.text('FIREBASE_PROJECT_ID')
  if (!apiKey && !authDomain && !projectId) return undefined
  if (!apiKey) wrong('FIREBASE_API_KEY', 'is missing beside the other Firebase settings')
  if (!authDomain) wrong('FIREBASE_AUTH_DOMAIN', 'is missing beside the other Firebase settings')
  if (!projectId) wrong('FIREBASE_PROJECT_ID', 'is missing beside the other Firebase settings')
  if (apiKey.includes(':')) wrong('FIREBASE_API_KEY', 'must not contain a colon')
  if (authDomain.includes(':'))
    wrong('FIREBASE_AUTH_DOMAIN', 'must not contain a colon: it is a host such as my-shop.firebaseapp.com')
  // It becomes part of the pages' policy, where a blank or a semicolon would begin something else.
  if (!/^[a-z\d]([a-z\d.-]*[a-z\d])?$/i.test(authDomain))
    wrong('FIREBASE_AUTH_DOMAIN', 'takes a host such as my-shop.firebaseapp.com')
  if (!/^[a-z\d-]+$/.test(projectId)) wrong('FIREBASE_PROJECT_ID', 'takes the id of the project, such as my-shop')
  for (const name of ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET', 'GOOGLE_ISSUER'])
    if (read.text(name)) wrong(name, 'is for the embedded identity service; with Firebase, Google is set up there')
  if (read.text('ADMIN_PASSWORD'))
    wrong(
      'ADMIN_PASSWORD',
      'is for the embedded identity service; with Firebase, sign up with ADMIN_EMAIL and confirm it',
    )
  if (read.flag('DEMO'))
    wrong('DEMO', 'needs the embedded identity service for its accounts; remove it, or the Firebase settings')
  return { apiKey, authDomain, projectId }
}

/** Secrets and people's identities travel to it, so it is https; a provider on this very machine may do without. */
function asIssuer(name: string, text: string): string {
  const url = URL.parse(text)
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname))
  if (!url || !isSafe || url.search || url.hash || url.username)
    wrong(name, `takes an https address such as https://accounts.google.com, not "${text}"`)
  return url.href.replace(/\/+$/, '')
}
