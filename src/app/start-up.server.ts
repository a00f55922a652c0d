import { createHmac, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { keepSecret } from '#platform/files/data-directory'
import type { Log } from '#platform/log'
import type { Settings } from '#platform/settings'
import type { ShopDatabase } from '#platform/postgres/shop-database'
import { StartupProblem } from '#platform/startup'
import { demoAdmin, demoCustomer, passwordLength } from '#rules/identity'
import { ensureAccount } from '#services/accounts'
import { keepCurrency } from '#services/catalogue'
import { fillDemoFitment } from './demo/fitment.server.ts'
import { fillDemoShop } from './demo/demo.server.ts'
import { loadVehicles, vinTables } from '#services/finder'
import type { Shop } from './compose.server.ts'

/** The signing secrets, and the sandbox provider's keys: from the settings, or made once and kept in `DATA_DIR`. */
export async function prepareSecrets(settings: Settings) {
  const secrets = settings.secrets.length > 0 ? settings.secrets : [await keepSecret(settings.dataDir, 'secret')]
  const sandbox = await sandboxSecret(settings)
  return {
    secrets,
    sandboxSecrets: {
      secretKey: `sk_test_sandbox_${sandbox.slice(0, 24)}`,
      publishableKey: `pk_test_sandbox_${sandbox.slice(24, 32)}`,
      webhookSecret: `whsec_${sandbox.slice(8)}`,
    },
  }
}

/** Processes that share a SECRET share the sandbox, too, whatever their disks. While it is rotated, its oldest value counts, the last of the list. */
async function sandboxSecret({ secrets, dataDir }: Settings): Promise<string> {
  const shared = secrets.at(-1)
  if (shared === undefined) return keepSecret(dataDir, 'sandbox-secret')
  return createHmac('sha256', shared).update('sandbox').digest('base64url')
}

/** The vehicles that customers pick, in every shop, demo or not. Loaded at the first start, which takes a few seconds. */
export async function prepareVehicles(shop: Pick<Shop, 'system'>): Promise<void> {
  await loadVehicles(shop.system)
}

/**
 * The tables that VINs are read with, made at the first start while nobody has asked for them yet. A shop whose disk is
 * full sells all the same: they are made once a VIN wants them.
 */
export async function prepareVinTables(settings: Settings, log: Pick<Log, 'warn'>): Promise<void> {
  try {
    await vinTables({ settings })
  } catch (error) {
    log.warn({ error }, 'the tables for VINs cannot be made; the next VIN that is typed tries it again')
  }
}

/**
 * Holds the currency of the settings against that of the catalogue's prices; then fills an empty shop in demo mode, with
 * a line of progress while the drawings are made, and tells what its parts fit.
 */
export async function prepareDemo(settings: Settings, shop: Shop): Promise<boolean> {
  await keepCurrency(shop.system)
  if (!settings.demo) return false
  const onTerminal = process.stdout.isTTY
  const filled = await fillDemoShop(shop.system, shop.images, (done, total) => {
    if (onTerminal) process.stdout.write(`\rDrawing the demo shop: ${done} of ${total}`)
    else if (done === total) process.stdout.write(`Drew the demo shop: ${total} pictures\n`)
  })
  if (filled && onTerminal) process.stdout.write('\n')
  await fillDemoFitment(shop.system)
  return filled
}

export type FirstAdmin = { email: string; password: string } | undefined

/** Refuses a first admin who could never sign in, before anything is made. The password itself is not repeated. */
export function checkFirstAdmin({ adminEmail, adminPassword }: Settings): void {
  if (!adminPassword) return
  if (!adminEmail) throw new StartupProblem('ADMIN_PASSWORD needs ADMIN_EMAIL beside it.')
  const { least, most } = passwordLength
  if (adminPassword.length < least) throw new StartupProblem(`ADMIN_PASSWORD needs at least ${least} characters.`)
  if (adminPassword.length > most) throw new StartupProblem(`ADMIN_PASSWORD takes at most ${most} characters.`)
}

/**
 * The accounts that a shop starts with: the demo customer, and the first admin. An admin's password that nobody chose
 * is made up and handed out once.
 */
export async function prepareAccounts(settings: Settings, shop: Shop): Promise<FirstAdmin> {
  if (settings.demo) await ensureAccount(shop.system, shop.identity, { ...demoCustomer, role: 'customer' })
  const chosen = settings.adminEmail && settings.adminPassword
  if (!settings.demo && !chosen) return undefined
  const email = settings.adminEmail ?? demoAdmin.email
  const password = settings.adminPassword ?? randomBytes(9).toString('base64url')
  const admin = { email, password, name: demoAdmin.name, role: 'admin' as const }
  const { passwordSet } = await ensureAccount(shop.system, shop.identity, admin)
  return passwordSet && !settings.adminPassword ? { email, password } : undefined
}

function googleOf({ identity: { google, firebase } }: Shop): string {
  if (firebase) return ` Authentication, project ${firebase.projectId}`
  if (!google.enabled) return ''
  return google.standIn ? ', with a local stand-in for Google' : ', with Google'
}

type Welcome = {
  settings: Settings
  address: string
  database: ShopDatabase
  shop: Shop
  firstAdmin: FirstAdmin
}

/** Where the shop is, how to sign in, and which adapter serves each part. */
export function printWelcome({ settings, address, database, shop, firstAdmin }: Welcome): void {
  const kind =
    database.kind === 'embedded'
      ? `embedded PostgreSQL in ${join(settings.dataDir, 'postgres')}`
      : 'PostgreSQL of DATABASE_URL'
  const lines = [
    '',
    `  Tappet is open at ${address}`,
    '',
    `  Database   ${kind}`,
    `  Identity   ${shop.identity.provider}${googleOf(shop)}`,
    `  Payment    ${shop.payment.provider}${shop.payment.provider === 'sandbox' ? ' (test cards only: 4242 4242 4242 4242)' : ''}`,
    `  Images     ${shop.images.name}`,
    ...(settings.role === 'all' ? [] : [`  Role       ${settings.role}`]),
    `  Mail       ${shop.mail.name}${settings.loopbackOnly && !settings.smtpUrl ? ` (read it at ${address}/dev/mail: any program of this user can)` : ''}`,
    '',
    ...(settings.demo ? [`  Demo customer   ${demoCustomer.email}   password ${demoCustomer.password}`] : []),
    ...(firstAdmin
      ? [`  First admin     ${firstAdmin.email}   password ${firstAdmin.password}   (shown this once)`]
      : []),
    ...(settings.loopbackOnly || settings.smtpUrl
      ? []
      : [
          `  No mail leaves this shop: ${settings.firebase ? 'mail about orders needs' : 'customers need'} SMTP_URL${settings.firebase ? '' : ' to confirm their address'}.`,
          '',
        ]),
    ...(settings.loopbackOnly
      ? [
          '  For this machine alone. Before you put a proxy in front: set NODE_ENV=production (README, Going to production).',
          '',
        ]
      : []),
    ...(settings.demo ? ['  Or sign up with any email: the verification mail lands in the outbox.', ''] : []),
    '  Stop with Ctrl-C.',
    '',
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
}
