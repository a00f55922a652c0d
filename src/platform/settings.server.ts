import { existsSync } from 'node:fs'
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { emailPattern } from '#kernel/fields'
import { rateScale, toMinorUnits } from '#kernel/money'
import { StartupProblem } from './startup.server.ts'

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
  smtpUrl: string | undefined
  mailFrom: string
}

type Environment = Record<string, string | undefined>

/** Reads `.env` beside the program, if there is one; what the environment says already wins. */
export function loadEnvironment(): Environment {
  if (existsSync('.env')) process.loadEnvFile('.env')
  return process.env
}

/** Settings of hosted parts whose adapters are still to come: one that is set and ignored would be a trap. */
const notYet = `FIREBASE_API_KEY FIREBASE_AUTH_DOMAIN FIREBASE_PROJECT_ID
  S3_ENDPOINT S3_BUCKET S3_KEY S3_SECRET IMAGE_HOST_URL IMAGE_HOST_KEY`.split(/\s+/)

/** Reads every setting, or throws a `StartupProblem` that names the first one that is wrong and what it takes. */
export function readSettings(environment: Environment): Settings {
  const read = reader(environment)
  read.oneOf('NODE_ENV', ['production', 'development', 'test'])
  for (const name of notYet) if (read.text(name)) wrong(name, 'is not supported by this version yet; remove it')
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
  const demo = read.flag('DEMO') ?? (!databaseUrl && loopbackOnly && !production)
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
    smtpUrl: read.smtpUrl('SMTP_URL'),
    mailFrom: read.text('MAIL_FROM') ?? 'Tappet <shop@localhost>',
  }
}

/** Whether a host name or address is this very machine, as seen from itself. */
export function isLoopback(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, '')
  if (name === 'localhost' || name === '::1') return true
  return isIP(name) === 4 && name.startsWith('127.')
}

function readStripe(read: ReturnType<typeof reader>): Settings['stripe'] {
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

function readGoogle(read: ReturnType<typeof reader>): Settings['google'] {
  const clientId = read.text('GOOGLE_CLIENT_ID')
  const clientSecret = read.text('GOOGLE_CLIENT_SECRET')
  const issuer = read.text('GOOGLE_ISSUER')
  if (!clientId && !clientSecret && !issuer) return undefined
  if (!clientId) wrong('GOOGLE_CLIENT_ID', 'is missing beside the other Google settings')
  if (!clientSecret) wrong('GOOGLE_CLIENT_SECRET', 'is missing beside the other Google settings')
  return { clientId, clientSecret, issuer: asIssuer('GOOGLE_ISSUER', issuer ?? 'https://accounts.google.com') }
}

/** Secrets and people's identities travel to it, so it is https; a provider on this very machine may do without. */
function asIssuer(name: string, text: string): string {
  const url = URL.parse(text)
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname))
  if (!url || !isSafe || url.search || url.hash || url.username)
    wrong(name, `takes an https address such as https://accounts.google.com, not "${text}"`)
  return url.href.replace(/\/+$/, '')
}

function wrong(name: string, complaint: string): never {
  throw new StartupProblem(`${name} ${complaint}.`)
}

function asOrigin(name: string, text: string): string {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol) || url.pathname !== '/' || url.search || url.hash || url.username) {
    wrong(name, `takes addresses such as https://shop.example, not "${text}"`)
  }
  return url.origin
}

/** What the server framework takes: an address, a range of them, or its name for a kind of range. */
function asProxy(name: string, text: string): string {
  const [, address = '', length = '1'] = /^([^/%]+)(?:\/(\d{1,3}|[\d.]+))?$/.exec(text) ?? []
  const most = isIP(address) === 4 ? 32 : 128
  const isLength = Number(length) >= 1 && Number(length) <= most
  const isRange = isIP(address) > 0 && (isLength || (isIP(address) === 4 && isNetmask(length)))
  if (!isRange && !['loopback', 'linklocal', 'uniquelocal'].includes(text)) {
    wrong(name, `takes addresses and ranges such as 10.0.0.1 or 10.0.0.0/8, not "${text}"`)
  }
  return text
}

/** Ones, then zeros: any other mask the server framework refuses with an error of its own. */
function isNetmask(text: string): boolean {
  const bits = text.split('.').map(part => Number(part).toString(2).padStart(8, '0'))
  return isIP(text) === 4 && /^1+0*$/.test(bits.join(''))
}

function reader(environment: Environment) {
  const text = (name: string) => environment[name]?.trim() || undefined
  const list = (name: string) =>
    (text(name) ?? '')
      .split(',')
      .map(part => part.trim())
      .filter(Boolean)
  const checked = (name: string, isRight: (value: string) => boolean, complaint: string) => {
    const value = text(name)
    if (value !== undefined && !isRight(value)) wrong(name, `${complaint}, not "${value}"`)
    return value
  }
  return {
    text,
    list,
    whole(name: string, least: number, most: number) {
      const isRight = (value: string) => /^\d{1,9}$/.test(value) && Number(value) >= least && Number(value) <= most
      const value = checked(name, isRight, `takes a whole number from ${least} to ${most}`)
      return value === undefined ? undefined : Number(value)
    },
    flag(name: string) {
      const value = checked(
        name,
        v => ['yes', 'no', 'true', 'false', '1', '0'].includes(v.toLowerCase()),
        'takes yes or no',
      )
      return value === undefined ? undefined : ['yes', 'true', '1'].includes(value.toLowerCase())
    },
    oneOf: (name: string, values: string[]) =>
      checked(name, v => values.includes(v), `takes one of ${values.join(', ')}`),
    origin(name: string) {
      const value = text(name)
      return value === undefined ? undefined : asOrigin(name, value)
    },
    /** The address holds a password, so a complaint never repeats it. */
    databaseUrl(name: string) {
      const value = text(name)
      if (value !== undefined && !(/^postgres(ql)?:\/\//.test(value) && URL.canParse(value)))
        wrong(name, `takes an address such as postgresql://user:password@host/database; ${passwordHint}`)
      return value
    },
    /** As above. An `@` after the host means that a part of the password would be taken, and shown, for the host. */
    smtpUrl(name: string) {
      const value = text(name)
      const url = value && /^smtps?:\/\/[^/?#]+([/?#][^@]*)?$/.test(value) ? URL.parse(value) : undefined
      if (value !== undefined && !url?.hostname)
        wrong(name, `takes an address such as smtp://user:password@mail.example:587; ${passwordHint}`)
      return value
    },
    email: (name: string) =>
      checked(name, v => emailPattern.test(v), 'takes an email address such as owner@shop.example'),
    currency: (name: string) => checked(name, isCurrency, 'takes an ISO 4217 code such as usd')?.toLowerCase(),
    amount(name: string, currency: string) {
      const isRight = (value: string) => (toMinorUnits(value, currency) ?? -1) >= 0
      const value = checked(name, isRight, `takes an amount in ${currency}, such as 9.90`)
      return value === undefined ? undefined : toMinorUnits(value, currency)
    },
    rate(name: string) {
      const complaint = 'takes a share below 1, such as 0.19, or a percentage with its sign, such as 19%'
      const value = checked(name, v => rateOf(v) !== undefined, complaint)
      return value === undefined ? undefined : rateOf(value)
    },
    locale: (name: string) => checked(name, isLocale, 'takes a language tag such as en-US'),
    timeZone: (name: string) => checked(name, isTimeZone, 'takes a time zone such as Europe/Berlin'),
  }
}

/** `0.19` or `19%` in millionths. A bare `19` is neither: guessing wrong would cost real money. */
function rateOf(text: string): number | undefined {
  const match = /^(\d{1,2})(?:\.(\d{1,6}))?(%?)$/.exec(text)
  if (!match) return undefined
  const [, whole = '', fraction = '', percent] = match
  const millionths = Number(whole) * rateScale + Number(fraction.padEnd(6, '0'))
  if (percent) return millionths % 100 === 0 ? millionths / 100 : undefined
  return millionths < rateScale ? millionths : undefined
}

const passwordHint = 'a password in it has %40 for @, %2F for /, %3A for :, %23 for #, %3F for ? and %25 for %'

function isCurrency(code: string): boolean {
  return /^[a-z]{3}$/i.test(code) && Intl.supportedValuesOf('currency').includes(code.toUpperCase())
}

function isLocale(tag: string): boolean {
  try {
    return Intl.NumberFormat.supportedLocalesOf(tag).length > 0
  } catch {
    return false
  }
}

function isTimeZone(zone: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: zone }))
  } catch {
    return false
  }
}
