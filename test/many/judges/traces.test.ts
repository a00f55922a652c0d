import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { collectorProgram, hasCollector, hasPythonJudges, judgeProgram } from '../../../launch/machine/judges.mjs'
import { eventually } from '../../eventually.ts'
import { createTool, placeOrder, request, signIn } from '../../factories.ts'
import { startCollector } from '../../shop/collector.ts'
import { owner } from '../../shop/process.ts'
import { long } from '../../tiers.ts'
import { freePorts } from '../machines.ts'
import { useSite } from '../site.ts'

const site = useSite('judged-traces')

const kinds = [/^POST \/api\/orders$/, /^SQL /, /^job /]

/** A shop that tells a collector of what it does: an order, pages and searches, and the jobs behind them. */
async function tellOfAnOrder(collector: string, isTold: () => Promise<boolean>): Promise<void> {
  const { url, db } = await site.makeDatabase()
  const settings = { DATABASE_URL: url, OTEL_EXPORTER_OTLP_ENDPOINT: collector, OTEL_BSP_SCHEDULE_DELAY: '100' }
  const shop = await site.start('traced', settings)
  const person = await signIn({ address: shop.address, db }, owner.ADMIN_EMAIL)
  await placeOrder(person, await createTool({ db }, { onHand: 10 }))
  for (const path of ['/', '/api/nothing', '/api/search?q=funnel']) await request(`${shop.address}${path}`, 'GET')
  await eventually(isTold, told => told)
  await shop.end('SIGTERM')
}

it.skipIf(!hasPythonJudges())(
  'whatever the shop sends to a collector is read by the published definitions of OTLP, to the last field',
  { timeout: 300_000, ...long },
  async () => {
    await using collector = await startCollector()
    await tellOfAnOrder(collector.address, async () => collector.spans.some(({ name }) => name.startsWith('job ')))
    const { status, stdout, stderr } = spawnSync(
      judgeProgram('python'),
      [join(import.meta.dirname, 'read-traces.py')],
      { input: collector.bodies.map(body => `${body}\n`).join(''), encoding: 'utf8' },
    )
    expect(status, stderr).toBe(0)
    const names = JSON.parse(stdout) as string[]
    expect(names).toHaveLength(collector.spans.length)
    for (const kind of kinds) expect(names).toEqual(expect.arrayContaining([expect.stringMatching(kind)]))
  },
)

it.skipIf(!hasCollector())(
  'a collector takes the shop’s traces, as one of the project that wrote the protocol',
  { timeout: 300_000, ...long },
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'tappet-collector-'))
    const [port = 0] = await freePorts(1)
    const [written, config] = [join(folder, 'spans.txt'), join(folder, 'config.json')]
    await writeFile(config, JSON.stringify(configOf(port, written)))
    const collector = spawn(collectorProgram, ['--config', `file:${config}`], { stdio: ['ignore', 'ignore', 'pipe'] })
    let said = ''
    collector.stderr.setEncoding('utf8').on('data', (text: string) => (said += text))
    try {
      await eventually(
        async () => said,
        text => text.includes('Everything is ready'),
      )
      const names = async () =>
        (await readFile(written, 'utf8').catch(() => '')).matchAll(/^ {4}Name +: (.*)$/gm).map(([, name = '']) => name)
      await tellOfAnOrder(`http://127.0.0.1:${port}`, async () => (await names()).some(name => name.startsWith('job ')))
      for (const kind of kinds)
        expect([...(await names())]).toEqual(expect.arrayContaining([expect.stringMatching(kind)]))
      expect(await readFile(written, 'utf8')).toContain('service.name: Str(tappet)')
      expect(said).not.toMatch(/\t(?:warn|error)\t/)
    } finally {
      collector.kill('SIGTERM')
      if (collector.exitCode === null) await once(collector, 'close')
      await rm(folder, { recursive: true })
    }
  },
)

/** All that comes by OTLP over HTTP is written to a file, field by field. */
const configOf = (port: number, file: string) => ({
  receivers: { otlp: { protocols: { http: { endpoint: `127.0.0.1:${port}` } } } },
  exporters: { debug: { verbosity: 'detailed', use_internal_logger: false, output_paths: [file] } },
  service: {
    telemetry: { metrics: { level: 'none' } },
    pipelines: { traces: { receivers: ['otlp'], exporters: ['debug'] } },
  },
})
