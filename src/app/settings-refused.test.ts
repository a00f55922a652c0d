import { describe, expect, it } from 'vitest'
import { StartupProblem } from '#platform/startup'
import { type Environment, firebase, google, imageHost, s3, secret, stripe } from '#test/shop/settings'
import { readSettings } from './settings.server.ts'

function complaintOf(environment: Environment): string {
  try {
    readSettings(environment)
  } catch (error) {
    if (error instanceof StartupProblem) return error.message
    throw error
  }
  return 'nothing is wrong'
}

/** The name of the setting that is wrong, beside the environment in which it is. */
const refused: [string, Environment][] = [
  ['OTEL_EXPORTER_OTLP_ENDPOINT', { OTEL_EXPORTER_OTLP_ENDPOINT: 'localhost:4318' }],
  ['OTEL_TRACES_SAMPLER_ARG', { OTEL_TRACES_SAMPLER_ARG: '10%' }],
  ['OTEL_BSP_SCHEDULE_DELAY', { OTEL_BSP_SCHEDULE_DELAY: '0.1s' }],
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
  ['DATABASE_REPLICA_URL', { DATABASE_REPLICA_URL: 'postgres://user:hidden@host/database' }],
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
  ['COUNTRY', { COUNTRY: 'Germany' }],
  ['LOCALE', { LOCALE: 'english please' }],
  ...['Dhaka', '+09:00', 'GMT+9', 'CET'].map((TIME_ZONE): [string, Environment] => ['TIME_ZONE', { TIME_ZONE }]),
  ['ALLOW_SANDBOX', { ALLOW_SANDBOX: 'please' }],
  ['LOG_LEVEL', { LOG_LEVEL: 'loud' }],
  ['ROLE', { ROLE: 'worker' }],
  ...Object.keys(s3).map((name): [string, Environment] => [name, { ...s3, [name]: '' }]),
  ...Object.keys(imageHost).map((name): [string, Environment] => [name, { ...imageHost, [name]: '' }]),
  ['S3_ENDPOINT', { ...s3, S3_ENDPOINT: 's3.example' }],
  ['S3_ENDPOINT', { ...s3, S3_ENDPOINT: 'ftp://s3.example' }],
  ['S3_ENDPOINT', { ...s3, S3_ENDPOINT: 'https://me:hidden@s3.example' }],
  ...[
    'search:9200',
    'ftp://search/tappet',
    'https://search:9200',
    'https://search:9200/a/b',
    'https://me:hidden@search/UP',
    'https://me:hidden@one:9200,/tappet',
    'https://me:hidden@one:9200,https://two:9200/tappet',
  ].map((SEARCH_URL): [string, Environment] => ['SEARCH_URL', { SEARCH_URL }]),
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
})
