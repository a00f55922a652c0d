import { randomBytes, randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { createPool } from '#platform/database'
import { migrate } from '#platform/postgres/migrations'
import { databaseUrl, onServer } from '#test/shop/databases'

const { adminUrl } = inject('databaseServer')
const name = `tappet_old_addresses_${randomBytes(4).toString('hex')}`
const files = readdirSync(join(import.meta.dirname, '../../../../db/migrations')).toSorted()

let pool: pg.Pool
const ids = new Map<string, string>()
beforeAll(async () => {
  await onServer(adminUrl, `create database ${name}`)
  pool = createPool(databaseUrl(adminUrl, name), { max: 1 })
  await migrate(
    pool,
    files.filter(file => file < '0061'),
  )
})
afterAll(async () => {
  await pool.end()
  await onServer(adminUrl, `drop database ${name} with (force)`)
})

const idOf = (slug: string) => ids.get(slug) ?? expect.unreachable(slug)

/** Of a shop before slugs were those of siblings: each was one category's, and an address led by its last one. */
async function put(slug: string, title: string, parent?: string): Promise<void> {
  ids.set(slug, randomUUID())
  await pool.query('insert into category (id, slug, name, parent_id) values ($1, $2, $3, $4)', [
    idOf(slug),
    slug,
    title,
    parent ? idOf(parent) : null,
  ])
}

/** As the release before renamed the address of one. */
async function rename(slug: string, to: string): Promise<void> {
  await pool.query('update category set slug = $2 where id = $1', [idOf(slug), to])
  await pool.query('insert into category_address (slug, category_id) values ($1, $2)', [slug, idOf(slug)])
}

const audit = (action: string, subject: string, before: object, after: object) =>
  pool.query(
    `insert into audit (id, actor_kind, action, subject_kind, subject_id, before, after)
    values ($1, 'admin', $2, 'category', $3, $4, $5)`,
    [randomUUID(), action, subject, before, after],
  )

async function move(slug: string, { from, to, place }: { from: string; to: string; place: string }): Promise<void> {
  await pool.query('update category set parent_id = $2 where id = $1', [idOf(slug), idOf(to)])
  await audit('category.moved', idOf(slug), { place: from, at: 1 }, { place, at: 1 })
}

const pathsOf = async (said: string): Promise<string[]> => {
  const { rows } = await pool.query<{ path: string }>(
    'select path from category where id in (select categories_called($1)) order by path',
    [said],
  )
  return rows.map(({ path }) => path)
}

it('addresses of before an upgrade lead on: of categories that were renamed, moved and merged, and of those below them (finding 33)', async () => {
  await put('brakes', 'Brakes')
  await put('brake-pads', 'Pads', 'brakes')
  await put('front-pads', 'Front', 'brake-pads')
  await put('own', 'Own')
  await put('own-discs', 'Discs', 'own')
  await put('own-discs-solid', 'Solid', 'own-discs')
  await put('left', 'Left')
  await put('wipers', 'Wipers', 'left')
  await put('wiper-arms', 'Arms', 'wipers')
  await put('right', 'Right')
  await put('lamps', 'Lamps')
  await put('bulbs', 'Bulbs')
  await rename('brakes', 'braking')
  await rename('brake-pads', 'pads')
  await move('wipers', { from: 'Left > Wipers', to: 'right', place: 'Right > Wipers' })
  // What is merged leaves its addresses to the one that it goes into.
  await pool.query('delete from category where id = $1', [idOf('bulbs')])
  await pool.query("insert into category_address (slug, category_id) values ('bulbs', $1)", [idOf('lamps')])
  await audit('category.removed', idOf('bulbs'), { name: 'Bulbs' }, { into: 'Lamps', tools: 0 })

  await migrate(pool)

  const leads = {
    // Renamed, and what is below it by each name that stood above.
    brakes: 'braking',
    'braking/brake-pads': 'braking/pads',
    'brakes/brake-pads': 'braking/pads',
    'brakes/pads': 'braking/pads',
    'brakes/brake-pads/front-pads': 'braking/pads/front-pads',
    'brakes/pads/front-pads': 'braking/pads/front-pads',
    'braking/brake-pads/front-pads': 'braking/pads/front-pads',
    'left/wipers': 'right/wipers',
    'left/wipers/wiper-arms': 'right/wipers/wiper-arms',
    bulbs: 'lamps',
    // As they are, and by their slugs alone.
    'own/own-discs/own-discs-solid': 'own/own-discs/own-discs-solid',
    'own-discs-solid': 'own/own-discs/own-discs-solid',
    'front-pads': 'braking/pads/front-pads',
    'brake-pads': 'braking/pads',
  }
  const led = await Promise.all(Object.keys(leads).map(async said => [said, await pathsOf(said)]))
  expect(led).toEqual(Object.entries(leads).map(([said, path]) => [said, [path]]))
  // Never written so: no other's page.
  expect(await pathsOf('own/front-pads')).toEqual([])
  const { rows } = await pool.query(
    'select path from category_path join category using (path) union all select path from category group by path having count(*) > 1',
  )
  expect(rows).toEqual([])
})
