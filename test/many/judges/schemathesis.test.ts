import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { hasPythonJudges, judgeProgram } from '../../../launch/machine/judges.mjs'
import { type Person, createTool, createVehicle, placeOrder, request, signIn } from '../../factories.ts'
import { owner } from '../../shop/process.ts'
import { long } from '../../tiers.ts'
import { useSite } from '../site.ts'
import { runJudge } from './run-judge.ts'
import { type Judged, type Report, objection } from './schemathesis-verdict.ts'

/** `JUDGE_SECONDS` gives each of the callers more; a token lasts for 15 minutes. */
const seconds = Number(process.env['JUDGE_SECONDS'] ?? 100)

const checks = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_headers_conformance',
  'response_schema_conformance',
]

/** Calls that end the caller's own session: what comes after them would be asked by nobody. */
const endsCaller = ['leave', 'endSession', 'deleteAccount', 'changePassword']

const site = useSite('schemathesis')

const callers = ['visitor', 'customer', 'owner'] as const

it.skipIf(!hasPythonJudges()).each(callers)(
  'schemathesis, asking all calls as %s, finds every answer as the document says',
  { timeout: (seconds + 300) * 1000, ...long },
  async caller => {
    const { url, db } = await site.makeDatabase()
    const shop = await site.start('judged', { DATABASE_URL: url, TRUST_PROXY: '127.0.0.1' })
    const staff = await signIn({ address: shop.address, db }, owner.ADMIN_EMAIL)
    const customer = await enter({ address: shop.address, db })
    const known = {
      id: [await createTool({ db }, { onHand: 10_000 }), customer.accountId, ''],
      email: [customer.email, staff.email],
      vin: ['WVWZZZ1JZXW000001'],
    }
    await createVehicle({ db })
    known.id[2] = await placeOrder(customer, known.id[0] ?? '')
    const token = { visitor: undefined, customer: customer.token, owner: staff.token }[caller]
    const judged = await judge(shop.address, { token, known })
    expect(objection(judged), readable(judged.end.said)).toBeUndefined()
  },
)

/** A request that failed may have an address of 20,000 letters: what it failed at stands before it. */
const readable = (said: string): string =>
  said
    .split('\n')
    .map(line => line.slice(0, 500))
    .join('\n')
    .slice(-20_000)

async function enter(shop: Parameters<typeof signIn>[0]): Promise<Person> {
  const person = { name: 'Ira Fleet Service', email: 'ira@example.com', password: owner.ADMIN_PASSWORD }
  await request(`${shop.address}/identity/sign-up/email`, 'POST', person)
  return signIn(shop, person.email)
}

type Asked = { token: string | undefined; known: Record<string, string[]> }

async function judge(address: string, { token, known }: Asked): Promise<Judged> {
  const [report, calls] = [join(site.folder, 'report.json'), join(site.folder, 'calls')]
  const args = [
    ['run', `${address}/api/openapi.json`, '--checks', checks.join(','), '--max-time', String(seconds)],
    ['--phases', 'examples,coverage,fuzzing', '--continue-on-failure', '--no-color', '--warnings', 'off'],
    ['--suppress-health-check', 'all', '--generation-database', 'none'],
    ['--report', 'json', '--report-json-path', report],
    endsCaller.flatMap(name => ['--exclude-operation-id', name]),
    token ? ['--header', `Authorization: Bearer ${token}`] : [],
  ].flat()
  const operations = await declared(address)
  const end = await runJudge(judgeProgram('schemathesis'), {
    args,
    cwd: site.folder,
    env: {
      PATH: process.env['PATH'] ?? '',
      LC_ALL: 'C.UTF-8',
      SCHEMATHESIS_HOOKS: join(import.meta.dirname, 'schemathesis-hooks.py'),
      KNOWN: JSON.stringify(known),
      CALLS: calls,
    },
    atEnd: site.atEnd,
  })
  return {
    end,
    seconds,
    operations,
    report: reportIn(await contentOf(report)),
    calls: (await contentOf(calls))?.split('\n').slice(0, -1),
  }
}

/** Of a file that whoever ended early may not have written. */
const contentOf = (path: string): Promise<string | undefined> => readFile(path, 'utf8').catch(() => undefined)

/** Whoever is killed leaves an empty one, or half of it. */
function reportIn(content = ''): Report | null {
  try {
    return JSON.parse(content) as Report
  } catch {
    return null
  }
}

/** What it is to call, by the names that it has for it. */
async function declared(address: string): Promise<string[]> {
  type Paths = Record<string, Record<string, { operationId?: string }>>
  const { paths } = (await (await fetch(`${address}/api/openapi.json`)).json()) as { paths: Paths }
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { operationId = '' }]) =>
      endsCaller.includes(operationId) ? [] : [`${method.toUpperCase()} ${path}`],
    ),
  )
}
