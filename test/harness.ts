import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'
import { createLog } from '#platform/log'
import { readSettings } from '#platform/settings'
import type { ShopOptions } from '../src/compose-parts.server.ts'
import { type Shop, composeShop } from '../src/compose.server.ts'
import { databaseUrl, onServer } from './database-setup.ts'
import { cheapHash } from './password-hash.ts'

export type TestDatabase = { url: string; drop(): Promise<void> }

/** A migrated database of its own, copied from the run's template. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { adminUrl, template } = inject('databaseServer')
  const name = `tappet_test_${randomBytes(6).toString('hex')}`
  await onServer(adminUrl, `create database ${name} template ${template} strategy wal_log`)
  return {
    url: databaseUrl(adminUrl, name),
    drop: () => onServer(adminUrl, `drop database if exists ${name} with (force)`),
  }
}

export type TestShop = Shop & {
  /** Where it listens, for requests over the network. */
  address: string
  databaseUrl: string
  dataDir: string
  /** Moves the shop's clock forward. */
  passTime(milliseconds: number): void
  /** Stops the shop and drops its database. */
  close(): Promise<void>
}

export type TestShopOptions = {
  /** Settings as the environment gives them. */
  environment?: Record<string, string>
  /** Another process's database, to run two shops on one. */
  database?: TestDatabase
  secrets?: readonly string[]
  /** The owner's words; the shop's own file unless said. */
  contentFile?: string
  /** Where Firebase's keys are, for a shop that uses it. */
  firebaseKeysUrl?: string
  /** With the built pages; none unless said. */
  pages?: 'built'
  /** Passwords are hashed at full cost; cheaply unless said. */
  hash?: 'full'
  /** What stands between the shop and its sandbox provider. */
  providerDetour?: ShopOptions['providerDetour']
}

/** A whole shop on a real database, listening on a free port; nothing in it is replaced but the clock's offset. */
export async function startTestShop(options: TestShopOptions = {}): Promise<TestShop> {
  const database = options.database ?? (await createTestDatabase())
  const dataDir = await mkdtemp(join(tmpdir(), 'tappet-shop-'))
  const settings = readSettings({
    DATA_DIR: dataDir,
    PORT: '0',
    LOG_LEVEL: 'fatal',
    DEMO: 'no',
    ...options.environment,
  })
  let offset = 0
  const shop = await composeShop({
    settings,
    databaseUrl: database.url,
    secrets: options.secrets ?? ['test-secret-that-is-long-enough-for-signing'],
    sandboxSecrets: {
      secretKey: 'sk_test_sandbox_0123456789abcdef',
      publishableKey: 'pk_test_sandbox_0123456789abcdef',
      webhookSecret: 'whsec_0123456789abcdef0123456789abcdef',
    },
    log: createLog(settings.logLevel),
    pages: options.pages ?? 'none',
    strict: true,
    contentFile: options.contentFile ?? join(import.meta.dirname, '../content/shop.json'),
    now: () => new Date(Date.now() + offset),
    ...(options.hash !== 'full' && { passwordHash: cheapHash }),
    ...(options.providerDetour && { providerDetour: options.providerDetour }),
    ...(options.firebaseKeysUrl && { firebaseKeysUrl: options.firebaseKeysUrl }),
  })
  const address = await shop.start()
  return {
    ...shop,
    address,
    databaseUrl: database.url,
    dataDir,
    passTime: milliseconds => void (offset += milliseconds),
    async close() {
      await shop.stop()
      if (!options.database) await database.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
