import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { StartupProblem } from '#platform/startup'
import { createTool } from '#test/factories'
import { type TestShop, startTestShop } from '#test/harness'
import { keepCurrency } from './currency.server.ts'

describe('the currency of a catalogue', () => {
  let shop: TestShop
  const start = (currency: string) => {
    const settings = { ...shop.system.settings, currency }
    return keepCurrency({ ...shop.system, settings })
  }
  beforeAll(async () => void (shop = await startTestShop()))
  afterAll(() => shop.close())

  it('follows the settings while it is empty; from the first tool on another one stops the start', async () => {
    await start('usd')
    await start('eur')
    await createTool(shop)
    await start('eur')
    await expect(start('jpy')).rejects.toThrow(StartupProblem)
    await expect(start('jpy')).rejects.toThrow(
      /^CURRENCY is jpy, but the prices in this database are in eur\. Set CURRENCY=eur, or .*\.$/,
    )
    await start('eur')
  })
})
