import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Settings } from '#platform/settings'
import { type Environment, firebase, google, imageHost, s3, secret, stripe } from '#test/shop/settings'
import { readSettings, warningsOf } from './settings.server.ts'

const direct = { DATABASE_URL: 'postgres://a@pooler/d', DATABASE_DIRECT_URL: 'postgres://a@b/d' }
const replicated = { DATABASE_URL: 'postgres://a@primary/d', DATABASE_REPLICA_URL: 'postgres://a@standby/d' }

/** What a shop has of which nobody has said anything. */
const defaults: Settings = {
  host: '127.0.0.1',
  port: 3000,
  publicUrl: undefined,
  databaseUrl: undefined,
  databaseDirectUrl: undefined,
  databaseReplicaUrl: undefined,
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
  pricesFor: 'confirmed',
  reservationHours: 48,
  maxOpenOrders: 5,
  locale: 'en-US',
  timeZone: 'UTC',
  country: undefined,
  shopName: undefined,
  shopTagline: undefined,
  shopPhone: undefined,
  shopAddress: undefined,
  fixed: {},
  allowSandbox: false,
  metricsToken: undefined,
  tracesEndpoint: undefined,
  tracesSampled: 1,
  tracesDelayMillis: 5000,
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
  searchUrl: undefined,
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
  [
    replicated,
    { databaseUrl: replicated.DATABASE_URL, databaseReplicaUrl: replicated.DATABASE_REPLICA_URL, demo: false },
  ],
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
  [{ PRICES_AFTER_SIGN_IN: 'yes' }, { pricesAfterSignIn: true, pricesFor: 'confirmed' }],
  [{ PRICES_AFTER_SIGN_IN: 'confirmed' }, { pricesAfterSignIn: true, pricesFor: 'confirmed' }],
  [{ PRICES_AFTER_SIGN_IN: 'signed-in' }, { pricesAfterSignIn: true, pricesFor: 'signed-in' }],
  [{ RESERVATION_HOURS: '1' }, { reservationHours: 1 }],
  [{ RESERVATION_HOURS: '8760' }, { reservationHours: 8760 }],
  [{ MAX_OPEN_ORDERS: '1' }, { maxOpenOrders: 1 }],
  [{ COUNTRY: 'de' }, { country: 'DE' }],
  [{ LOCALE: 'de-DE' }, { locale: 'de-DE' }],
  [{ TIME_ZONE: 'Asia/Dhaka' }, { timeZone: 'Asia/Dhaka' }],
  [{ ALLOW_SANDBOX: 'yes' }, { allowSandbox: true }],
  [{ METRICS_TOKEN: 'let me see' }, { metricsToken: 'let me see' }],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' }, { tracesEndpoint: 'http://collector:4318' }],
  [{ OTEL_TRACES_SAMPLER_ARG: '0.05' }, { tracesSampled: 0.05 }],
  [{ OTEL_BSP_SCHEDULE_DELAY: '100' }, { tracesDelayMillis: 100 }],
  [{ LOG_LEVEL: 'debug' }, { logLevel: 'debug' }],
  [{ ROLE: 'web' }, { role: 'web' }],
  [{ ROLE: 'jobs' }, { role: 'jobs' }],
  [{ STOP_DELAY: '7' }, { stopDelaySeconds: 7 }],
  [{ STOP_WITHIN: '9' }, { stopWithinSeconds: 9 }],
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
  [{ SEARCH_URL: 'https://me:hidden@search:9200/tappet' }, { searchUrl: 'https://me:hidden@search:9200/tappet' }],
  [{ SEARCH_URL: 'http://one:9200,two:9200/shop' }, { searchUrl: 'http://one:9200,two:9200/shop' }],
  [imageHost, { imageHost: { url: 'https://images.example/1/upload', key: 'hidden' } }],
  [{ MAIL_FROM: 'Shop <shop@example.com>' }, { mailFrom: 'Shop <shop@example.com>' }],
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

  it('are all tried: each one is taken somewhere above', () => {
    const changed = new Set(taken.flatMap(([, expected]) => Object.keys(expected)))
    expect(Object.keys(defaults).filter(name => !changed.has(name))).toEqual([])
  })
})

describe('what is likely to be a mistake', () => {
  const production = { NODE_ENV: 'production', SECRET: secret, PUBLIC_URL: 'https://shop.example' }

  it.each([
    [{ TAXRATE: '0.19' }, 'TAXRATE is not a setting; did you mean TAX_RATE?'],
    [{ SMTP_ULR: 'smtp://mail.example' }, 'SMTP_ULR is not a setting; did you mean SMTP_URL?'],
    [{ DATABASE_URI: 'postgresql://shop@db/shop' }, 'DATABASE_URI is not a setting; did you mean DATABASE_URL?'],
    [{ NODE_ENV: 'production', SECRET: secret }, expect.stringMatching(/^PUBLIC_URL is not set/)],
    [{ ...production, SMTP_URL: 'smtp://mail.example' }, expect.stringMatching(/^MAIL_FROM is not set/)],
  ])('%j is told of at the start (finding 14)', (environment, sentence) => {
    expect(warningsOf(environment)).toEqual([sentence])
  })

  it('is none of the settings that there are, nor what a system sets', () => {
    const file = readFileSync(join(import.meta.dirname, '../../.env.example'), 'utf8')
    const documented = [...file.matchAll(/^#([A-Z][A-Z0-9_]*)=/gm)].map(([, name = '']) => [name, ''])
    const system =
      'PATH HOME USER SHELL LANG TERM PWD HOSTNAME LOGNAME NODE_OPTIONS TZ LC_ALL MALLOC_ARENA_MAX INVOCATION_ID'
    const environment = Object.fromEntries([...documented, ...system.split(' ').map(name => [name, 'x'])])
    expect(documented.length).toBeGreaterThan(30)
    expect(warningsOf(environment)).toEqual([])
  })
})
