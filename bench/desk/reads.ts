import type { Figure } from '../measure/figure.ts'
import { benchToolId } from '../finder/catalogue.ts'
import { reader } from '../measure/reader.ts'
import { callFor, quantile, rounded } from '../measure/rounds.ts'

const callers = 4
const roundMs = 3000
/** Many and short, so that what else a machine does falls on all of them. */
const rounds = 10

/** How many times the median of reading one tool by id each may take. */
const mostOfList = 5
const mostOfOverview = 10

/** First pages of the desk's lists, as their screens ask for them, filtered and not. */
const lists: Record<string, string> = {
  'all orders': '/allOrders?limit=20',
  'orders to pack': '/allOrders?limit=20&state=open',
  'orders by total': '/allOrders?limit=20&sort=-total',
  'orders of a customer': '/allOrders?limit=20&q=workshop%20311',
  'orders of a month': '/allOrders?limit=20&from=2026-03-01&to=2026-03-31',
  customers: '/customers?limit=20',
  'customers by turnover': '/customers?limit=20&sort=-turnover',
  'customers by name': '/customers?limit=20&q=workshop%20311',
  'all tools': '/allTools?limit=20',
  'tools of a category': '/allTools?limit=20&category=category-1',
  'tools by number': '/allTools?limit=20&q=P000f42',
  'audit log': '/audit?limit=50',
  users: '/users?limit=20',
}

/** What the screens of the desk read, each beside one tool by its id. */
export async function measureReads(
  address: string,
  headers: () => Record<string, string>,
  tools: number,
): Promise<Figure[]> {
  const read = reader(callers)
  const ask = (path: string) => read(`${address}/api${path}`, { headers: headers() })
  for (const [name, path] of Object.entries(lists)) {
    if ((await ask(path)) === '[]') throw new Error(`the list "${name}" is empty`)
  }
  await ask('/overview')
  const oneTool = (index: number) => ask(`/allTools/${benchToolId(1 + ((index * 7919) % tools))}`)
  const asked: Record<string, (index: number) => Promise<unknown>> = {
    'one tool': oneTool,
    ...Object.fromEntries(Object.entries(lists).map(([name, path]) => [name, () => ask(path)])),
    overview: () => ask('/overview'),
  }
  const latencies = new Map<string, number[]>()
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, call] of Object.entries(asked)) {
      const { latenciesMs } = await callFor(roundMs / rounds, callers, call)
      latencies.set(name, [...(latencies.get(name) ?? []), ...latenciesMs])
    }
  }
  const p50 = (name: string) => quantile(latencies.get(name) ?? [], 0.5)
  const base = p50('one tool')
  return [
    { name: 'one tool by id, p50', value: rounded(base, 1), unit: 'ms' },
    ...Object.keys(lists).map(name => ({
      name: `${name}, to one tool`,
      value: rounded(p50(name) / base),
      unit: '',
      limit: mostOfList,
    })),
    { name: 'overview, to one tool', value: rounded(p50('overview') / base), unit: '', limit: mostOfOverview },
  ]
}
