import { expect, it } from 'vitest'
import { createTool } from '#test/factories'
import { startTestShop } from '#test/harness'
import { prepareDemo } from './start-up.server.ts'

it('a start in another currency than the catalogue’s prices says so and goes no further', async () => {
  const shop = await startTestShop()
  const start = (currency: string) => {
    const settings = { ...shop.system.settings, currency }
    return prepareDemo(settings, { ...shop, system: { ...shop.system, settings } })
  }
  await start('eur')
  await createTool(shop)
  await start('eur')
  await expect(start('jpy')).rejects.toThrow(/^CURRENCY is jpy, but the prices in this database are in eur\. .*\.$/)
  await shop.close()
})
