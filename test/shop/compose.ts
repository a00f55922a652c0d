import { join } from 'node:path'
import { createLog } from '#platform/log'
import { readSettings } from '../../src/app/settings.server.ts'
import type { ShopOptions } from '../../src/app/compose-parts.server.ts'
import { type Shop, composeShop } from '../../src/app/compose.server.ts'

/** The same for every shop of the tests, so that a token or an event of one is good in all. */
export const secret = 'test-secret-that-is-long-enough-for-signing'
export const sandboxSecrets = {
  secretKey: 'sk_test_sandbox_0123456789abcdef',
  publishableKey: 'pk_test_sandbox_0123456789abcdef',
  webhookSecret: 'whsec_0123456789abcdef0123456789abcdef',
}

export type TestShopParts = Partial<ShopOptions> & {
  databaseUrl: string
  dataDir: string
  /** Settings as the environment gives them. */
  environment?: Record<string, string>
}

/** A whole shop as the tests want it: on any free port, silent, without demo and pages, every answer held against its contract. */
export function composeTestShop({ dataDir, environment, ...options }: TestShopParts): Promise<Shop> {
  const settings = readSettings({ DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'fatal', DEMO: 'no', ...environment })
  return composeShop({
    settings,
    secrets: [secret],
    sandboxSecrets,
    log: createLog(settings.logLevel),
    pages: 'none',
    strict: true,
    contentFile: join(import.meta.dirname, '../../content/shop.json'),
    ...options,
  })
}
