import { spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { eventually } from '../../eventually.ts'
import { bearer, createTool, placeOrder, request, signIn } from '../../factories.ts'
import { owner } from '../../shop/process.ts'
import { long } from '../../tiers.ts'
import { freePorts, isMissing, readShipped, startProgram } from '../machines.ts'
import { useSite } from '../site.ts'
import { type AlertCase, alertCases } from './alert-cases.ts'

const timeout = 300_000
const alertsFile = join(import.meta.dirname, '../../../deploy/alerts.yml')

const Rule = z.object({
  alert: z.string(),
  expr: z.string(),
  labels: z.record(z.string(), z.string()),
  annotations: z.record(z.string(), z.string()),
})
const rules = z
  .object({ groups: z.array(z.object({ rules: z.array(Rule) })) })
  .parse(parse(readShipped('alerts.yml')))
  .groups.flatMap(group => group.rules)

function promtool(words: readonly string[], input = ''): { status: number | null; said: string } {
  const { status, stdout, stderr } = spawnSync('promtool', [...words], { input, encoding: 'utf8' })
  return { status, said: `${stdout}${stderr}` }
}

/** As promtool's own tests have it: what fires in the first minute, nothing in the one before, and nothing where all is well. */
function testsOf({ alert, series, minute, labels = {}, quietAt }: AlertCase): object[] {
  const rule = rules.find(one => one.alert === alert)
  const annotations = Object.entries(rule?.annotations ?? {}).map(([name, words]) => [
    name,
    words.replaceAll(/\{\{ \$labels\.(\w+) \}\}/g, (_, label: string) => labels[label] ?? ''),
  ])
  const fired = { exp_labels: { ...labels, ...rule?.labels }, exp_annotations: Object.fromEntries(annotations) }
  const of = (pairs: AlertCase['series']) => pairs.map(([one, values]) => ({ series: one, values }))
  const at = (eval_time: number, exp_alerts: object[]) => ({ eval_time: `${eval_time}m`, alertname: alert, exp_alerts })
  return [
    { interval: '1m', input_series: of(series), alert_rule_test: [at(minute - 1, []), at(minute, [fired])] },
    {
      interval: '1m',
      input_series: of(quietAt),
      alert_rule_test: Array.from({ length: 60 }, (_, passed) => at(passed, [])),
    },
  ]
}

it.skipIf(isMissing('promtool'))(
  'promtool finds each rule well formed, and each fires when it should and not before',
  long,
  async () => {
    expect(promtool(['check', 'rules', '--lint-fatal', alertsFile])).toMatchObject({ status: 0 })
    expect(new Set(alertCases.map(({ alert }) => alert))).toEqual(new Set(rules.map(({ alert }) => alert)))
    const folder = await mkdtemp(join(tmpdir(), 'tappet-alerts-'))
    try {
      const file = join(folder, 'tests.yml')
      const tests = { rule_files: [alertsFile], evaluation_interval: '1m', tests: alertCases.flatMap(testsOf) }
      await writeFile(file, JSON.stringify(tests))
      const { status, said } = promtool(['test', 'rules', file])
      expect(status, said).toBe(0)
    } finally {
      await rm(folder, { recursive: true })
    }
  },
)

const site = useSite('prometheus')
const token = 'the token of the figures'

/** Gauges of the library for Node, whose names the well-known dashboards for Node ask for. */
const ofNode = /^nodejs_active_\w+_total non-counter metrics should not have "_total" suffix$/

/** What other programs tell, which this test does not start. */
const ofOthers = /^(?:node_|patroni_|pg_)/

/** Every selector of an expression, without what a shop that is well has none of. */
const selectorsOf = (expression: string): string[] =>
  [...expression.matchAll(/[a-z][a-z0-9_]+\{[^}]*\}/g)]
    .map(([selector]) => selector.replace(/, status=~"5\.\."/, ''))
    .filter(selector => !ofOthers.test(selector) && !selector.includes('job="patroni"'))

it.skipIf(isMissing('promtool'))(
  'a Prometheus reads a shop, and finds there whatever rules and dashboard ask for',
  { timeout, ...long },
  async () => {
    const { url, db } = await site.makeDatabase()
    const shop = await site.start('read', { DATABASE_URL: url, METRICS_TOKEN: token })
    const person = await signIn({ address: shop.address, db }, owner.ADMIN_EMAIL)
    await placeOrder(person, await createTool({ db }, { onHand: 10 }))
    for (const path of ['/', '/', '/shop', '/api/config', '/api/nothing'])
      await request(`${shop.address}${path}`, 'GET')

    const metrics = await (await fetch(`${shop.address}/metrics`, { headers: bearer(token) })).text()
    const { said } = promtool(['check', 'metrics'], metrics)
    expect(said.split('\n').filter(line => line !== '' && !ofNode.test(line))).toEqual([])

    const ask = await startPrometheus(new URL(shop.address).host)
    const panels = z
      .object({ panels: z.array(z.object({ targets: z.array(z.object({ expr: z.string() })).optional() })) })
      .parse(JSON.parse(readShipped('grafana.json')))
      .panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))
    const expressions = [...rules.map(({ expr }) => expr), ...panels]
    const selectors = new Set(expressions.flatMap(selectorsOf))
    expect(selectors.size).toBeGreaterThan(15)
    await eventually(
      () => ask('up{job="tappet"} == 1'),
      ({ data }) => data.result.length === 1,
    )
    const unanswered: string[] = []
    for (const expression of expressions) expect(await ask(expression), expression).toMatchObject({ status: 'success' })
    for (const selector of selectors) if ((await ask(selector)).data.result.length === 0) unanswered.push(selector)
    expect(unanswered).toEqual([])
  },
)

type Result = { status: string; data: { result: unknown[] } }

/** A Prometheus that reads this shop each second, by our rules; resolves to the way to ask it. */
async function startPrometheus(target: string): Promise<(query: string) => Promise<Result>> {
  const [port = 0] = await freePorts(1)
  const file = join(site.folder, 'prometheus.yml')
  const config = {
    global: { scrape_interval: '1s', evaluation_interval: '1s' },
    rule_files: [alertsFile],
    scrape_configs: [
      {
        job_name: 'tappet',
        authorization: { credentials: token },
        static_configs: [{ targets: [target] }],
      },
    ],
  }
  await writeFile(file, JSON.stringify(config))
  const checked = promtool(['check', 'config', file])
  expect(checked.status, checked.said).toBe(0)
  const address = `http://127.0.0.1:${port}`
  const prometheus = await startProgram('prometheus', {
    args: [
      `--config.file=${file}`,
      `--storage.tsdb.path=${join(site.folder, 'series')}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    isUp: async () => (await fetch(`${address}/-/ready`)).ok,
  })
  site.atEnd(prometheus.end)
  return async query => {
    const answer = await fetch(`${address}/api/v1/query`, { method: 'POST', body: new URLSearchParams({ query }) })
    return (await answer.json()) as Result
  }
}
