import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Settings } from '#platform/settings'
import { StartupProblem } from '#platform/startup'
import { readSettings } from './settings.server.ts'

type Environment = Record<string, string>

const secret = 'a-secret-of-at-least-thirty-two-characters'
const direct = { DATABASE_URL: 'postgres://a@pooler/d', DATABASE_DIRECT_URL: 'postgres://a@b/d' }
const stripe = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_PUBLISHABLE_KEY: 'pk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' }
const s3 = { S3_ENDPOINT: 'https://s3.example', S3_BUCKET: 'pictures', S3_KEY: 'AKIA', S3_SECRET: 'hidden' }
const imageHost = { IMAGE_HOST_URL: 'https://images.example/1/upload', IMAGE_HOST_KEY: 'hidden' }

function complaintOf(environment: Environment): string {
  try {
    readSettings(environment)
  } catch (error) {
    if (error instanceof StartupProblem) return error.message
    throw error
  }
  return 'nothing is wrong'
}

const google = { GOOGLE_CLIENT_ID: 'shop.apps.example', GOOGLE_CLIENT_SECRET: 'a client secret' }

const firebase = {
  FIREBASE_API_KEY: 'AIza-public',
  FIREBASE_AUTH_DOMAIN: 'my-shop.firebaseapp.com',
  FIREBASE_PROJECT_ID: 'my-shop',
}

/** What a shop has of which nobody has said anything. */
const defaults: Settings = {
  host: '127.0.0.1',
  port: 3000,
  publicUrl: undefined,
  databaseUrl: undefined,
  databaseDirectUrl: undefined,
  dataDir: resolve('./data'),
  production: false,
  loopbackOnly: true,
  demo: true,
  adminEmail: undefined,
  adminPassword: undefined,
  secrets: [],
  corsOrigins: [],
  trustProxy: [],
  currency: 'usd',
  shippingFee: 990,
  freeShippingFrom: 5000,
  taxRate: 0,
  taxTable: [],
  deliveryMethods: [],
  pricesIncludeTax: false,
  priceListPolicy: 'nearest',
  pricesAfterSignIn: false,
  reservationHours: 48,
  maxOpenOrders: 5,
  locale: 'en-US',
  timeZone: 'UTC',
  shopName: undefined,
  shopTagline: undefined,
  shopPhone: undefined,
  shopAddress: undefined,
  fixed: {},
  allowSandbox: false,
  metricsToken: undefined,
  logLevel: 'warn',
  role: 'all',
  stopDelaySeconds: 0,
  stopWithinSeconds: 20,
  stripe: undefined,
  google: undefined,
  firebase: undefined,
  smtpUrl: undefined,
  mailFrom: 'Tappet <shop@localhost>',
  s3: undefined,
  imageHost: undefined,
}

/** Each setting with a value that it takes, and what comes of it. */
const taken: [Environment, Partial<Settings>][] = [
  [{ HOST: '::1' }, { host: '::1', loopbackOnly: true }],
  [{ HOST: 'localhost' }, { host: 'localhost', loopbackOnly: true }],
  [{ HOST: '0.0.0.0' }, { host: '0.0.0.0', loopbackOnly: false, demo: false }],
  [{ PORT: '0' }, { port: 0 }],
  [{ SHOP_NAME: ' Bolt & Sons ' }, { shopName: 'Bolt & Sons', fixed: { SHOP_NAME: ' Bolt & Sons ' } }],
  [{ SHOP_TAGLINE: 'All for vans.' }, { shopTagline: 'All for vans.' }],
  [{ SHOP_PHONE: '+49 30 1' }, { shopPhone: '+49 30 1' }],
  [{ SHOP_ADDRESS: 'Hof 1' }, { shopAddress: 'Hof 1' }],
  [{ PORT: '65535' }, { port: 65_535 }],
  [{ PORT: ' 8080 ' }, { port: 8080 }],
  [{ PORT: '' }, { port: 3000 }],
  [{ PUBLIC_URL: 'http://localhost:8080/' }, { publicUrl: 'http://localhost:8080', loopbackOnly: true }],
  [{ PUBLIC_URL: 'https://shop.example' }, { publicUrl: 'https://shop.example', loopbackOnly: false, demo: false }],
  [{ DATABASE_URL: 'postgresql://a:b@c/d' }, { databaseUrl: 'postgresql://a:b@c/d', demo: false }],
  [
    { DATABASE_URL: 'postgres://a:b@c/d', DEMO: 'yes' },
    { databaseUrl: 'postgres://a:b@c/d', demo: true },
  ],
  [direct, { databaseUrl: direct.DATABASE_URL, databaseDirectUrl: direct.DATABASE_DIRECT_URL }],
  [{ DATA_DIR: '/srv/shop' }, { dataDir: '/srv/shop' }],
  [{ DATA_DIR: 'elsewhere' }, { dataDir: resolve('elsewhere') }],
  [{ DEMO: 'no' }, { demo: false }],
  [{ DEMO: 'TRUE' }, { demo: true }],
  [
    { ADMIN_EMAIL: 'Owner@Example.com', ADMIN_PASSWORD: 'a password' },
    { adminEmail: 'owner@example.com', adminPassword: 'a password' },
  ],
  [{ SECRET: secret }, { secrets: [secret] }],
  [{ SECRET: `${secret}, old-${secret}` }, { secrets: [secret, `old-${secret}`] }],
  [
    { NODE_ENV: 'production', SECRET: secret },
    { production: true, demo: false, loopbackOnly: false, stopDelaySeconds: 5 },
  ],
  [
    { CORS_ORIGINS: 'https://a.example, http://b.example:81/' },
    { corsOrigins: ['https://a.example', 'http://b.example:81'] },
  ],
  [{ TRUST_PROXY: '10.0.0.1, 10.0.0.0/8' }, { trustProxy: ['10.0.0.1', '10.0.0.0/8'] }],
  [{ TRUST_PROXY: '::1,fd00::/8,loopback' }, { trustProxy: ['::1', 'fd00::/8', 'loopback'] }],
  [{ TRUST_PROXY: '10.0.0.0/255.0.0.0' }, { trustProxy: ['10.0.0.0/255.0.0.0'] }],
  [{ CURRENCY: 'EUR' }, { currency: 'eur', shippingFee: 990, freeShippingFrom: 5000 }],
  [{ CURRENCY: 'jpy' }, { currency: 'jpy', shippingFee: 10, freeShippingFrom: 50 }],
  [{ CURRENCY: 'kwd' }, { currency: 'kwd', shippingFee: 9900, freeShippingFrom: 50_000 }],
  [{ SHIPPING_FEE: '0' }, { shippingFee: 0 }],
  [{ SHIPPING_FEE: '4.5' }, { shippingFee: 450 }],
  [{ CURRENCY: 'jpy', SHIPPING_FEE: '800' }, { shippingFee: 800 }],
  [{ FREE_SHIPPING_FROM: '0' }, { freeShippingFrom: 0 }],
  [{ FREE_SHIPPING_FROM: '199.99' }, { freeShippingFrom: 19_999 }],
  [{ TAX_RATE: '0.19' }, { taxRate: 190_000 }],
  [{ TAX_RATE: '8.875%' }, { taxRate: 88_750 }],
  [{ TAX_RATE: '0' }, { taxRate: 0 }],
  [
    { TAX_TABLE: '[{"country": "de", "taxClass": "reduced", "rate": "7%"}]' },
    { taxTable: [{ country: 'DE', taxClass: 'reduced', rate: 70_000, reason: 'S' }] },
  ],
  [
    {
      CURRENCY: 'kwd',
      DELIVERY_METHODS: '[{"name": "Express 24", "price": 19.905, "weightTo": "30", "countries": "KW, OM"}]',
    },
    {
      currency: 'kwd',
      deliveryMethods: [
        { key: 'express-24', name: 'Express 24', price: 19_905, mostGrams: 30_000, countries: ['KW', 'OM'] },
      ],
    },
  ],
  [{ PRICES_INCLUDE_TAX: 'yes' }, { pricesIncludeTax: true }],
  [{ PRICE_LISTS: 'lowest' }, { priceListPolicy: 'lowest' }],
  [{ PRICES_AFTER_SIGN_IN: 'yes' }, { pricesAfterSignIn: true }],
  [{ RESERVATION_HOURS: '1' }, { reservationHours: 1 }],
  [{ RESERVATION_HOURS: '8760' }, { reservationHours: 8760 }],
  [{ MAX_OPEN_ORDERS: '1' }, { maxOpenOrders: 1 }],
  [{ LOCALE: 'de-DE' }, { locale: 'de-DE' }],
  [{ TIME_ZONE: 'Asia/Dhaka' }, { timeZone: 'Asia/Dhaka' }],
  [{ ALLOW_SANDBOX: 'yes' }, { allowSandbox: true }],
  [
    { METRICS_TOKEN: 'let me see', LOG_LEVEL: 'debug' },
    { metricsToken: 'let me see', logLevel: 'debug' },
  ],
  [
    { ROLE: 'web', STOP_DELAY: '7', STOP_WITHIN: '9' },
    { role: 'web', stopDelaySeconds: 7, stopWithinSeconds: 9 },
  ],
  [stripe, { stripe: { secretKey: 'sk_test_1', publishableKey: 'pk_test_1', webhookSecret: 'whsec_1' } }],
  [
    { ...stripe, STRIPE_SECRET_KEY: 'rk_live_1' },
    { stripe: { secretKey: 'rk_live_1', publishableKey: 'pk_test_1', webhookSecret: 'whsec_1' } },
  ],
  [
    google,
    {
      google: { clientId: 'shop.apps.example', clientSecret: 'a client secret', issuer: 'https://accounts.google.com' },
    },
  ],
  ...['https://id.example/realm', 'http://127.0.0.1:8080', 'http://localhost:8080/id'].map(
    (issuer): [Environment, Partial<Settings>] => [
      { ...google, GOOGLE_ISSUER: `${issuer}/` },
      { google: { clientId: 'shop.apps.example', clientSecret: 'a client secret', issuer } },
    ],
  ),
  [
    firebase,
    {
      demo: false,
      firebase: { apiKey: 'AIza-public', authDomain: 'my-shop.firebaseapp.com', projectId: 'my-shop' },
    },
  ],
  [{ SMTP_URL: 'smtp://mail.example:25' }, { smtpUrl: 'smtp://mail.example:25' }],
  [{ SMTP_URL: 'smtps://user:p%40ss@mail.example' }, { smtpUrl: 'smtps://user:p%40ss@mail.example' }],
  [
    { DATABASE_URL: 'postgresql:///shop?host=/run/postgresql' },
    { databaseUrl: 'postgresql:///shop?host=/run/postgresql', demo: false },
  ],
  [s3, { s3: { endpoint: 'https://s3.example', bucket: 'pictures', key: 'AKIA', secret: 'hidden' } }],
  [imageHost, { imageHost: { url: 'https://images.example/1/upload', key: 'hidden' } }],
  [{ MAIL_FROM: 'Shop <shop@example.com>' }, { mailFrom: 'Shop <shop@example.com>' }],
]

/** The name of the setting that is wrong, beside the environment in which it is. */
const refused: [string, Environment][] = [
  ...['-1', '65536', '80a', '3.5', 'http'].map((PORT): [string, Environment] => ['PORT', { PORT }]),
  ...[
    'shop.example',
    'ftp://shop.example',
    'https://shop.example/shop',
    'https://shop.example/?a',
    'https://me@shop.example',
  ].map((PUBLIC_URL): [string, Environment] => ['PUBLIC_URL', { PUBLIC_URL }]),
  ['DATABASE_URL', { DATABASE_URL: 'mysql://user:hidden@host/database' }],
  ['DATABASE_URL', { DATABASE_URL: 'user:hidden@host' }],
  ['DATABASE_DIRECT_URL', { DATABASE_DIRECT_URL: 'postgres://user:hidden@host/database' }],
  ['DEMO', { DEMO: 'maybe' }],
  ['DEMO', { DEMO: 'yes', NODE_ENV: 'production', SECRET: secret }],
  ['DEMO', { DEMO: 'yes', HOST: '0.0.0.0' }],
  ['DEMO', { DEMO: 'yes', PUBLIC_URL: 'https://shop.example' }],
  ['SECRET', { SECRET: 'short' }],
  ['SECRET', { SECRET: `${secret},short` }],
  ['SECRET', { NODE_ENV: 'production' }],
  ['CORS_ORIGINS', { CORS_ORIGINS: 'https://a.example,*' }],
  ['CORS_ORIGINS', { CORS_ORIGINS: 'null' }],
  ...[
    'the balancer',
    '10.0.0.0/33',
    '10.0.0.0/',
    '10.0.0.1/8/8',
    '10.0.0.0/0',
    '10.0.0.0/255.0.255.0',
    '::/129',
    '10.0.0',
    'proxy.example',
    '10.0.0.1 10.0.0.2',
  ].map((TRUST_PROXY): [string, Environment] => ['TRUST_PROXY', { TRUST_PROXY }]),
  ['ADMIN_EMAIL', { ADMIN_EMAIL: 'owner' }],
  ['ADMIN_EMAIL', { ADMIN_EMAIL: 'owner@localhost' }],
  ...[
    'mail.example',
    'https://mail.example',
    'smtp://',
    'smtp://user:hidden@mail.example:port',
    'smtp://user:25/hidden@mail.example',
  ].map((SMTP_URL): [string, Environment] => ['SMTP_URL', { SMTP_URL }]),
  ['DATABASE_URL', { DATABASE_URL: 'postgresql://user:hidden@host:port/database' }],
  ['CURRENCY', { CURRENCY: 'dollars' }],
  ['CURRENCY', { CURRENCY: 'xqq' }],
  ...['-1', 'free', '1.234', '1,5'].map((SHIPPING_FEE): [string, Environment] => ['SHIPPING_FEE', { SHIPPING_FEE }]),
  ['SHIPPING_FEE', { CURRENCY: 'jpy', SHIPPING_FEE: '9.90' }],
  ['FREE_SHIPPING_FROM', { FREE_SHIPPING_FROM: '-50' }],
  ...['19', '1', '1.5', '-0.1', '100%', '19 %', '0.1234567'].map((TAX_RATE): [string, Environment] => [
    'TAX_RATE',
    { TAX_RATE },
  ]),
  ...['19%', '{}', 'null', '[{}]', '[{"country": "DE", "taxClass": "standard", "rate": "19"}]'].map(
    (TAX_TABLE): [string, Environment] => ['TAX_TABLE', { TAX_TABLE }],
  ),
  ...[
    '[{"name": "Free"}]',
    '[{"name": "Courier", "price": "9.999"}]',
    '[{"name": "Courier", "price": 9, "countries": "Germany"}]',
    '[{"name": "Courier", "price": 9, "key": "standard"}]',
    '[{"name": "Courier", "price": 9, "weightFrom": 2, "weightTo": 1}]',
    '[{"name": "Courier", "price": 9, "days": 0}]',
    '[{"name": "Desk", "price": 0, "pickUp": {}}]',
  ].map((DELIVERY_METHODS): [string, Environment] => ['DELIVERY_METHODS', { DELIVERY_METHODS }]),
  ['PRICES_INCLUDE_TAX', { PRICES_INCLUDE_TAX: 'gross' }],
  ['PRICE_LISTS', { PRICE_LISTS: 'dearest' }],
  ['RESERVATION_HOURS', { RESERVATION_HOURS: '0' }],
  ['RESERVATION_HOURS', { RESERVATION_HOURS: '8761' }],
  ['MAX_OPEN_ORDERS', { MAX_OPEN_ORDERS: '0' }],
  ['LOCALE', { LOCALE: 'english please' }],
  ['TIME_ZONE', { TIME_ZONE: 'Dhaka' }],
  ['ALLOW_SANDBOX', { ALLOW_SANDBOX: 'please' }],
  ['LOG_LEVEL', { LOG_LEVEL: 'loud' }],
  ['ROLE', { ROLE: 'worker' }],
  ...Object.keys(s3).map((name): [string, Environment] => [name, { ...s3, [name]: '' }]),
  ...Object.keys(imageHost).map((name): [string, Environment] => [name, { ...imageHost, [name]: '' }]),
  ['S3_ENDPOINT', { ...s3, S3_ENDPOINT: 's3.example' }],
  ['S3_ENDPOINT', { ...s3, S3_ENDPOINT: 'ftp://s3.example' }],
  ['S3_ENDPOINT', { ...s3, S3_ENDPOINT: 'https://me:hidden@s3.example' }],
  ['IMAGE_HOST_URL', { ...imageHost, IMAGE_HOST_URL: 'javascript:hidden' }],
  ['IMAGE_HOST_URL', { ...imageHost, ...s3 }],
  ['STRIPE_SECRET_KEY', { STRIPE_PUBLISHABLE_KEY: 'pk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' }],
  ['STRIPE_PUBLISHABLE_KEY', { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' }],
  ['STRIPE_WEBHOOK_SECRET', { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_PUBLISHABLE_KEY: 'pk_test_1' }],
  ['STRIPE_SECRET_KEY', { ...stripe, STRIPE_SECRET_KEY: 'pk_test_1' }],
  ['STRIPE_PUBLISHABLE_KEY', { ...stripe, STRIPE_PUBLISHABLE_KEY: 'sk_test_1' }],
  ['STRIPE_WEBHOOK_SECRET', { ...stripe, STRIPE_WEBHOOK_SECRET: 'secret' }],
  ['GOOGLE_CLIENT_SECRET', { GOOGLE_CLIENT_ID: 'shop.apps.example' }],
  ['GOOGLE_CLIENT_ID', { GOOGLE_CLIENT_SECRET: 'hidden' }],
  ['GOOGLE_CLIENT_ID', { GOOGLE_ISSUER: 'https://accounts.google.com' }],
  ...[
    'accounts.google.com',
    'http://accounts.google.com',
    'ftp://127.0.0.1',
    'https://id.example/?realm=a',
    'https://me@id.example',
  ].map((GOOGLE_ISSUER): [string, Environment] => ['GOOGLE_ISSUER', { ...google, GOOGLE_ISSUER }]),
]

/** As above, of the hosted identity service. */
const refusedOfFirebase: [string, Environment][] = [
  ...Object.keys(firebase).map((name): [string, Environment] => [name, { ...firebase, [name]: '' }]),
  ['FIREBASE_AUTH_DOMAIN', { ...firebase, FIREBASE_AUTH_DOMAIN: 'a.example; script-src *' }],
  ['FIREBASE_AUTH_DOMAIN', { ...firebase, FIREBASE_AUTH_DOMAIN: 'a.example/path' }],
  ['FIREBASE_PROJECT_ID', { ...firebase, FIREBASE_PROJECT_ID: 'my shop' }],
  ['GOOGLE_CLIENT_ID', { ...firebase, ...google }],
  ['GOOGLE_ISSUER', { ...firebase, GOOGLE_ISSUER: 'https://accounts.google.com' }],
  ['ADMIN_PASSWORD', { ...firebase, ADMIN_EMAIL: 'owner@shop.example', ADMIN_PASSWORD: 'hidden' }],
  ['DEMO', { ...firebase, DEMO: 'yes' }],
]

describe('settings', () => {
  it('have the defaults of the interface', () => expect(readSettings({})).toEqual(defaults))

  it.each(taken)('with %j are %j, and the others stay', (environment, expected) => {
    expect(readSettings(environment)).toMatchObject(expected)
    const named = Object.keys(expected)
    // What follows from the host, the database and the mode is named in the row above.
    const derived = ['loopbackOnly', 'demo', 'production', 'secrets', 'shippingFee', 'freeShippingFrom', 'currency']
    const others = Object.entries(defaults).filter(([name]) => !named.includes(name) && !derived.includes(name))
    expect(readSettings(environment)).toMatchObject(Object.fromEntries(others))
  })

  it.each([...refused, ...refusedOfFirebase])(
    '%s is named in one line that says what it takes: %j',
    (name, environment) => {
      const complaint = complaintOf(environment)
      expect(complaint).toMatch(new RegExp(`^${name} `))
      expect(complaint).toMatch(/\.$/)
      expect(complaint).not.toContain('\n')
      expect(complaint).not.toContain('hidden')
    },
  )

  it.each([
    ['FIREBASE_API_KEY', 'AIza:public'],
    ['FIREBASE_AUTH_DOMAIN', 'https://my-shop.firebaseapp.com'],
    ['FIREBASE_AUTH_DOMAIN', 'my-shop.firebaseapp.com:443'],
  ])('[S5.22] refuse a colon in %s: %s', (name, value) => {
    expect(complaintOf({ ...firebase, [name]: value })).toMatch(new RegExp(`^${name} must not contain a colon`))
  })

  it('are all tried: each one is taken somewhere above', () => {
    const changed = new Set(taken.flatMap(([, expected]) => Object.keys(expected)))
    expect(Object.keys(defaults).filter(name => !changed.has(name))).toEqual([])
  })
})
