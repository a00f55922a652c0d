import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Permission, permissions } from '#kernel/access'
import { type Person, bearer, createPerson, signIn, visitor } from '../factories.ts'
import { editRights } from '../../src/modules/catalogue/tools/edit-rights.rules.ts'
import { type TestShop, startTestShop } from '../harness.ts'
import { inTiers } from '../tiers.ts'
import { followEffects, rest, tablesOf, takeEffects } from './effects.ts'
import { changes, columnsToFile, editOf, fileOf, givenTool } from './many-changes.ts'
import { everybodys, machinery, promises } from './promises.ts'
import { matrixRows } from './table.ts'
import { whoMayCall } from './who-may-call.ts'

const TAX_TABLE = JSON.stringify([{ country: 'DE', taxClass: 'reduced', rate: '7%' }])

let shop: TestShop
let admin: Person
let buyer: Person
let acting: Person
const staff = new Map<Permission, Person>()

beforeAll(async () => {
  shop = await startTestShop({ environment: { MAX_OPEN_ORDERS: '1000', TAX_TABLE } })
  admin = await createPerson(shop, 'admin')
  buyer = await createPerson(shop)
  for (const right of permissions) staff.set(right, await createPerson(shop, await roleOf(right)))
  await followEffects(shop)
})
afterAll(() => shop.close())

const rows = matrixRows(() => ({ shop, admin, people: () => [acting] }))

/** A role of one right alone. */
async function roleOf(right: Permission): Promise<string> {
  const key = `only-${right}`
  await sql`
    insert into account_role (key, name, permissions) values (${key}, ${key}, array[${right}])
    on conflict do nothing`.execute(shop.db)
  return key
}

/** What has been changed and was not promised. */
function beyond(effects: readonly string[], promised: readonly string[]): string[] {
  const said = new Set([...promised, ...machinery])
  return effects.filter(effect => !said.has(effect) && !said.has(`${/^\w+/.exec(effect)?.[0]}*`))
}

const access = new Map(Object.entries(whoMayCall).flatMap(([who, calls]) => calls.map(call => [call, who] as const)))
/** Those that somebody's right lets in, and those that any account may make; the others have no account to them. */
const calls = [...access].filter(([, who]) => who !== 'provider' && who !== 'id-token').map(([call]) => call)

/** The rights that make a difference to a call, and so many of the others. */
function rightsFor(call: string, more: number): Permission[] {
  const who = access.get(call) ?? ''
  const own = permissions.filter(right => who.endsWith(`staff:${right}`))
  const others = permissions.filter(right => !own.includes(right))
  const from = calls.indexOf(call) % others.length
  return [...own, ...[...others.slice(from), ...others.slice(0, from)].slice(0, more)]
}

describe('each right is a promise of what it changes (finding 10)', () => {
  it('of every table of the shop, and of tables and columns that are there', async () => {
    const named = [...Object.values(promises).flat(), ...everybodys, ...machinery]
    const tables = await tablesOf(shop)
    const { rows: columns } = await sql<{ name: string }>`
      select table_name || '.' || column_name as name from information_schema.columns where table_schema = 'public'`.execute(
      shop.db,
    )
    const known = new Set([
      ...tables.flatMap(table => ['*', '+', '-'].map(sign => table + sign)),
      ...columns.map(({ name }) => name),
    ])
    const isMovement = (one: string) => one.startsWith('stock_movement+')
    expect(named.filter(one => !known.has(one) && !isMovement(one))).toEqual([])
    expect(tables.filter(table => !named.some(one => new RegExp(`^${table}\\W`).test(one)))).toEqual([])
  })

  inTiers({ short: 1, long: permissions.length }, (more, options) => {
    it.each(calls)(`%s, with ${more} more`, options, async call => {
      const row = rows[call]
      const [method = ''] = call.split(' ')
      if (!row) throw new Error(`no row says how to make ${call}`)
      const isOwn = ['owner', 'signed-in', 'everyone'].includes(access.get(call) ?? '')
      for (const right of rightsFor(call, more)) {
        const person = row.endsAccount ? await createPerson(shop, await roleOf(right)) : (staff.get(right) ?? buyer)
        acting = person
        const { path, body, headers } = await row.sample(isOwn ? person : buyer, admin)
        const token = row.endsSession ? (await signIn(shop, person.email)).token : person.token
        await takeEffects(shop)
        const { status } = await visitor(shop).call(method, path, body, { ...headers, ...bearer(token) })
        const effects = await takeEffects(shop)
        expect(status, right).toBeLessThan(500)
        expect.soft(beyond(effects, isOwn ? everybodys : promises[right]), `${right}: ${status}`).toEqual([])
      }
    })
  })

  /** What a call changes beyond what this right promises. */
  async function unpromised(right: Permission, work: (person: Person) => Promise<unknown>): Promise<string[]> {
    await takeEffects(shop)
    await work(staff.get(right) ?? buyer)
    return beyond(await takeEffects(shop), promises[right])
  }

  it.each(Object.keys(changes))('of a tool, by hand: %s', async name => {
    for (const right of permissions.filter(one => access.get('PUT /tools/:id') === `staff:${one}`)) {
      const change = await changes[name]?.(shop, admin)
      const tool = await givenTool(admin)
      expect
        .soft(await unpromised(right, person => person.call('PUT', `/tools/${tool.id}`, { ...tool.body, ...change })))
        .toEqual([])
    }
  })

  it.each(Object.keys(editRights))('of many tools at once, whoever has planned it: %s', async name => {
    for (const right of permissions.filter(one => access.get('POST /toolEdits') === `staff:${one}`)) {
      const body = { ids: [(await givenTool(admin)).id], change: await editOf(name, shop) }
      expect.soft(await unpromised(right, person => person.call('POST', '/toolEdits', body))).toEqual([])
      const { insertedId } = (await admin.call('POST', '/toolEdits', body)).body
      expect.soft(await unpromised(right, person => person.call('POST', `/toolEdits/${insertedId}/commit`))).toEqual([])
      await admin.call('POST', `/toolEdits/${insertedId}/commit`)
      expect.soft(await unpromised(right, person => person.call('POST', `/toolEdits/${insertedId}/undo`))).toEqual([])
      await admin.call('POST', `/toolEdits/${insertedId}/undo`)
      await rest(shop)
      expect((await admin.call('GET', `/toolEdits/${insertedId}`)).body).toMatchObject({
        state: 'undone',
        counts: { undone: 1 },
      })
    }
  })

  it.each(columnsToFile)('of many tools by a file, whoever has sent it: %s', async column => {
    for (const right of permissions.filter(one => access.get('POST /imports') === `staff:${one}`)) {
      const file = await fileOf(column, { shop, admin })
      expect.soft(await unpromised(right, async person => file.send(person))).toEqual([])
      const id = await file.send(admin)
      await rest(shop)
      const { leaps } = (await admin.call('GET', `/imports/${id}`)).body
      const allowed = leaps ? { leaps } : {}
      expect.soft(await unpromised(right, person => person.call('POST', `/imports/${id}/commit`, allowed))).toEqual([])
      await admin.call('POST', `/imports/${id}/commit`, allowed)
      await rest(shop)
      expect.soft(await unpromised(right, person => person.call('POST', `/imports/${id}/undo`))).toEqual([])
      await admin.call('POST', `/imports/${id}/undo`)
      await rest(shop)
      expect((await admin.call('GET', `/imports/${id}`)).body).toMatchObject({ state: 'undone' })
    }
  })
})
