import { randomBytes } from 'node:crypto'
import { owner, connect } from '#test/shop/process'
import { type Person, request, signIn } from '#test/factories'
import type { Figure } from './measure/figure.ts'
import { quantile, rounded } from './measure/rounds.ts'
import { withDatabase, withShop } from './measure/shop.ts'

const writes = 300
/** What issue 21 asks for: what one process has written, the others show within this time, 99 times in 100. */
const limit = 100

/** How long after the answer to a write its new value is read at another process, in lists and in searches. */
export function processes(): Promise<Figure[]> {
  return withDatabase(url => {
    const environment = { DATABASE_URL: url, SECRET: randomBytes(32).toString('hex'), LOG_LEVEL: 'fatal', ...owner }
    return withShop({ ...environment, DEMO: 'yes' }, one =>
      withShop(environment, async other => {
        const db = connect(url)
        try {
          return await measure(await signIn({ address: one, db }, owner.ADMIN_EMAIL), other)
        } finally {
          await db.destroy()
        }
      }),
    )
  })
}

async function measure(admin: Person, other: string): Promise<Figure[]> {
  const [category] = (await admin.call('GET', '/categories/all')).body as { _id: string; slug: string; name: string }[]
  if (!category) throw new Error('the demo shop has no category')
  const read = async (path: string) => (await request(`${other}/api${path}`, 'GET')).body
  const inLists = async (name: string) =>
    ((await read('/categories')) as { name: string }[]).some(shown => shown.name === name)
  const inSearches = async (name: string) => ((await read(`/search?q=${name}`)) as { total: number }).total > 0
  const seen = { lists: [] as number[], searches: [] as number[] }
  for (let write = 0; write < writes; write += 1) {
    const name = `Renamed${randomBytes(4).toString('hex')}`
    const { status } = await admin.call('PUT', `/categories/${category._id}`, { name })
    if (status !== 200) throw new Error(`the category was not renamed: ${status}`)
    const written = performance.now()
    await Promise.all([
      until(() => inLists(name)).then(at => seen.lists.push(at - written)),
      until(() => inSearches(name)).then(at => seen.searches.push(at - written)),
    ])
  }
  return [
    ...figuresOf('a changed name in the lists of another process', seen.lists, limit),
    ...figuresOf('a changed name in the searches of another process', seen.searches),
  ]
}

/** Reads again and again until it holds; returns when. */
async function until(holds: () => Promise<boolean>): Promise<number> {
  const deadline = performance.now() + 30_000
  while (!(await holds())) if (performance.now() > deadline) throw new Error('the other process never showed it')
  return performance.now()
}

const figuresOf = (name: string, times: number[], most?: number): Figure[] => [
  { name: `${name}, median of ${writes}`, value: rounded(quantile(times, 0.5), 1), unit: 'ms' },
  { name: `${name}, 99 of 100`, value: rounded(quantile(times, 0.99), 1), unit: 'ms', ...(most && { limit: most }) },
]
