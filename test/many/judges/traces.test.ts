import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { hasPythonJudges, judgeProgram } from '../../../launch/machine/judges.mjs'
import { eventually } from '../../eventually.ts'
import { createTool, placeOrder, request, signIn } from '../../factories.ts'
import { startCollector } from '../../shop/collector.ts'
import { owner } from '../../shop/process.ts'
import { long } from '../../tiers.ts'
import { useSite } from '../site.ts'

const site = useSite('judged-traces')

it.skipIf(!hasPythonJudges())(
  'whatever the shop sends to a collector is read by the published definitions of OTLP, to the last field',
  { timeout: 300_000, ...long },
  async () => {
    const { url, db } = await site.makeDatabase()
    await using collector = await startCollector()
    const settings = {
      DATABASE_URL: url,
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.address,
      OTEL_BSP_SCHEDULE_DELAY: '100',
    }
    const shop = await site.start('traced', settings)
    const person = await signIn({ address: shop.address, db }, owner.ADMIN_EMAIL)
    await placeOrder(person, await createTool({ db }, { onHand: 10 }))
    for (const path of ['/', '/api/nothing', '/api/search?q=funnel']) await request(`${shop.address}${path}`, 'GET')
    await eventually(
      async () => collector.spans,
      spans => spans.some(({ name }) => name.startsWith('job ')),
    )
    await shop.end('SIGTERM')
    const { status, stdout, stderr } = spawnSync(
      judgeProgram('python'),
      [join(import.meta.dirname, 'read-traces.py')],
      { input: collector.bodies.map(body => `${body}\n`).join(''), encoding: 'utf8' },
    )
    expect(status, stderr).toBe(0)
    const names = JSON.parse(stdout) as string[]
    expect(names).toHaveLength(collector.spans.length)
    for (const kind of [/^POST \/api\/orders$/, /^SQL /, /^job /])
      expect(names).toEqual(expect.arrayContaining([expect.stringMatching(kind)]))
  },
)
