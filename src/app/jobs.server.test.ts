import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestShop, startTestShop } from '#test/harness'

let shop: TestShop
beforeAll(async () => {
  shop = await startTestShop()
})
afterAll(() => shop.close())

const how = 'Made by `npx vitest run --project server src/app/jobs.server.test.ts --update`, never by hand.'

it('docs/jobs.md lists the jobs of the shop', async () => {
  const rows = shop.system.jobs
    .list()
    .map(({ name, cron, does }) => `| \`${name}\` | ${cron ? `\`${cron}\`` : 'when sent'} | ${does} |`)
  const page = ['# Jobs', '', `${how} Times are in UTC.`, '', '| Queue | When | Does |', '|---|---|---|', ...rows, '']
  await expect(page.join('\n')).toMatchFileSnapshot('../../docs/jobs.md')
})
