import { existsSync } from 'node:fs'
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { toMinorUnits } from '#kernel/money'
import { type Environment, type Reader, asOrigin, asProxy, reader, wrong } from './settings/reader.server.ts'

export type Settings = {
  host: string
  port: number
  /** As customers see the shop, without a slash at the end; undefined until the port is known. */
  publicUrl: string | undefined
  databaseUrl: string | undefined
  dataDir: string
  production: boolean
  /** Whether only this very machine can reach the shop: demo helpers exist nowhere else. */
  loopbackOnly: boolean
  demo: boolean
  adminEmail: string | undefined
  adminPassword: string | undefined
  /** The first signs, all verify; empty: made on first start and kept in `dataDir`. */
  secrets: string[]
  corsOrigins: string[]
  trustProxy: string[]
  currency: string
  /** Minor units of `currency`. */
  shippingFee: number
  freeShippingFrom: number
  /** Millionths. */
  taxRate: number
  pricesIncludeTax: boolean
  reservationHours: number
  maxOpenOrders: number
  locale: string
  timeZone: string
  allowSandbox: boolean
  metricsToken: string | undefined
  logLevel: string
  stripe: { secretKey: string; publishableKey: string; webhookSecret: string } | undefined
  /** "Continue with Google" of the embedded identity service. */
  google: { clientId: string; clientSecret: string; issuer: string } | undefined
  firebase: { apiKey: string; authDomain: string; projectId: string } | undefined
  smtpUrl: string | undefined
  mailFrom: string
  s3: { endpoint: string; bucket: string; key: string; secret: string } | undefined
  imageHost: { url: string; key: string } | undefined
}

/** Reads `.env` beside the program, if there is one; what the environment says already wins. */
export function loadEnvironment(): Environment {
  if (existsSync('.env')) process.loadEnvFile('.env')
  return process.env
}

/** Reads every setting, or throws a `StartupProblem` that names the first one that is wrong and what it takes. */
export function readSettings(environment: Environment): Settings {
  const read = reader(environment)
  read.oneOf('NODE_ENV', ['production', 'development', 'test'])
  const production = environment.NODE_ENV === 'production'
  const host = read.text('HOST') ?? '127.0.0.1'
  const publicUrl = read.origin('PUBLIC_URL')
  const loopbackOnly = isLoopback(host) && (!publicUrl || isLoopback(new URL(publicUrl).hostname))
  const databaseUrl = read.databaseUrl('DATABASE_URL')
  const currency = read.currency('CURRENCY') ?? 'usd'
  const secrets = read.list('SECRET')
  if (secrets.some(secret => secret.length < 32))
    wrong('SECRET', 'needs at least 32 characters; make one with: openssl rand -hex 32')
  if (production && secrets.length === 0)
    wrong('SECRET', 'is required with NODE_ENV=production; make one with: openssl rand -hex 32')
  const firebase = readFirebase(read)
  const demo = read.flag('DEMO') ?? (!databaseUrl && loopbackOnly && !production && !firebase)
  if (demo && production) wrong('DEMO', 'is refused with NODE_ENV=production; remove it')
  if (demo && !loopbackOnly)
    wrong('DEMO', 'fills the shop with open demo accounts, so it needs HOST and PUBLIC_URL on loopback')
  return {
    host,
    port: read.whole('PORT', 0, 65_535) ?? 3000,
    publicUrl,
    databaseUrl,
    dataDir: resolve(read.text('DATA_DIR') ?? './data'),
    production,
    loopbackOnly: loopbackOnly && !production,
    demo,
    adminEmail: read.email('ADMIN_EMAIL')?.toLowerCase(),
    adminPassword: read.text('ADMIN_PASSWORD'),
    secrets,
    corsOrigins: read.list('CORS_ORIGINS').map(origin => asOrigin('CORS_ORIGINS', origin)),
    trustProxy: read.list('TRUST_PROXY').map(proxy => asProxy('TRUST_PROXY', proxy)),
    currency,
    shippingFee: read.amount('SHIPPING_FEE', currency) ?? toMinorUnits('9.9', currency) ?? 10,
    freeShippingFrom: read.amount('FREE_SHIPPING_FROM', currency) ?? toMinorUnits('50', currency) ?? 0,
    taxRate: read.rate('TAX_RATE') ?? 0,
    pricesIncludeTax: read.flag('PRICES_INCLUDE_TAX') ?? false,
    reservationHours: read.whole('RESERVATION_HOURS', 1, 24 * 365) ?? 48,
    maxOpenOrders: read.whole('MAX_OPEN_ORDERS', 1, 10_000) ?? 5,
    locale: read.locale('LOCALE') ?? 'en-US',
    timeZone: read.timeZone('TIME_ZONE') ?? 'UTC',
    allowSandbox: read.flag('ALLOW_SANDBOX') ?? false,
    metricsToken: read.text('METRICS_TOKEN'),
    logLevel: read.oneOf('LOG_LEVEL', ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']) ?? 'warn',
    stripe: readStripe(read),
    google: readGoogle(read),
    firebase,
    smtpUrl: read.smtpUrl('SMTP_URL'),
    mailFrom: read.text('MAIL_FROM') ?? 'Tappet <shop@localhost>',
    ...readImages(read),
  }
}

/** Whether a host name or address is this very machine, as seen from itself. */
export function isLoopback(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, '')
  if (name === 'localhost' || name === '::1') return true
  return isIP(name) === 4 && name.startsWith('127.')
}

function readStripe(read: Reader): Settings['stripe'] {
  const secretKey = read.text('STRIPE_SECRET_KEY')
  const publishableKey = read.text('STRIPE_PUBLISHABLE_KEY')
  const webhookSecret = read.text('STRIPE_WEBHOOK_SECRET')
  if (!secretKey && !publishableKey && !webhookSecret) return undefined
  if (!secretKey) wrong('STRIPE_SECRET_KEY', 'is missing beside the other Stripe settings')
  if (!publishableKey) wrong('STRIPE_PUBLISHABLE_KEY', 'is missing beside the other Stripe settings')
  if (!webhookSecret) wrong('STRIPE_WEBHOOK_SECRET', 'is missing beside the other Stripe settings')
  if (!/^(sk|rk)_/.test(secretKey)) wrong('STRIPE_SECRET_KEY', 'starts with sk_ or rk_')
  if (!publishableKey.startsWith('pk_')) wrong('STRIPE_PUBLISHABLE_KEY', 'starts with pk_')
  if (!webhookSecret.startsWith('whsec_')) wrong('STRIPE_WEBHOOK_SECRET', 'starts with whsec_')
  return { secretKey, publishableKey, webhookSecret }
}

/** One store for pictures, or none: then they are kept in the data folder. */
function readImages(read: Reader): Pick<Settings, 's3' | 'imageHost'> {
  const endpoint = read.address('S3_ENDPOINT')
  const bucket = read.text('S3_BUCKET')
  const key = read.text('S3_KEY')
  const secret = read.text('S3_SECRET')
  const url = read.address('IMAGE_HOST_URL')
  const hostKey = read.text('IMAGE_HOST_KEY')
  const ofS3 = { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_KEY: key, S3_SECRET: secret }
  const s3 = endpoint && bucket && key && secret ? { endpoint, bucket, key, secret } : undefined
  const imageHost = url && hostKey ? { url, key: hostKey } : undefined
  if (!s3) requireNone(ofS3, 'is missing beside the other S3 settings')
  if (!imageHost) requireNone({ IMAGE_HOST_URL: url, IMAGE_HOST_KEY: hostKey }, 'is missing beside its other half')
  if (s3 && imageHost) wrong('IMAGE_HOST_URL', 'is set beside the S3 settings; pictures have one home, so remove one')
  return { s3, imageHost }
}

/** All of a group are missing, or the first that is missing is named. */
function requireNone(group: Record<string, string | undefined>, complaint: string): void {
  if (Object.values(group).every(value => value === undefined)) return
  for (const [name, value] of Object.entries(group)) if (value === undefined) wrong(name, complaint)
}

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
