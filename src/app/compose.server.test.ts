import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestShop, startTestShop } from '#test/harness'
import { modules as order } from '../../launch/lint/walls.mjs'
import { modules } from './modules.server.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await startTestShop()
})
afterAll(() => shop.close())

const how = 'Made by `npx vitest run --project server src/app/compose.server.test.ts --update`, never by hand.'

it('docs/jobs.md lists the jobs of the shop', async () => {
  const rows = shop.system.jobs
    .list()
    .map(({ name, cron, does }) => `| \`${name}\` | ${cron ? `\`${cron}\`` : 'when sent'} | ${does} |`)
  const page = ['# Jobs', '', `${how} Times are in UTC.`, '', '| Queue | When | Does |', '|---|---|---|', ...rows, '']
  await expect(page.join('\n')).toMatchFileSnapshot('../../docs/jobs.md')
})

it('the shop is put together in the order of the modules that lint holds', async () => {
  const folder = join(import.meta.dirname, '../modules')
  const files = order
    .map(name => ({ name, file: join(folder, name, `${name}.module.ts`) }))
    .filter(({ file }) => existsSync(file))
  const manifests = await Promise.all(files.map(async ({ name, file }) => Object(await import(file))[name] as unknown))
  expect(modules).toEqual(manifests)
})
