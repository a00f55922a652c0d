import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { databaseUrl, onServer } from '#test/shop/databases'
import { readPlatformSettings } from '../settings.server.ts'
import { reader } from '../settings/reader.server.ts'
import { databaseRefusal, openShopDatabase } from './shop-database.server.ts'
import { StartupProblem } from '../startup.server.ts'

const suffix = randomBytes(4).toString('hex')
const database = `tappet_bare_${suffix}`
const user = `tappet_guest_${suffix}`

/** A database in which this user may do nothing but look. */
function urlOf(query = ''): string {
  const url = new URL(databaseUrl(inject('databaseServer').adminUrl, database))
  url.username = user
  url.password = 'hidden'
  return url.href + (query && `${url.search ? '&' : '?'}${query}`)
}

beforeAll(async () => {
  const { adminUrl } = inject('databaseServer')
  await onServer(adminUrl, `create role ${user} login password 'hidden'`)
  await onServer(adminUrl, `create database ${database}`)
})
afterAll(async () => {
  const { adminUrl } = inject('databaseServer')
  await onServer(adminUrl, `drop database ${database} with (force)`)
  await onServer(adminUrl, `drop role ${user}`)
})

async function complaintAbout(url: string): Promise<string> {
  const error: unknown = await openShopDatabase(readPlatformSettings(reader({ DATABASE_URL: url }))).catch(
    (error: unknown) => error,
  )
  expect(error).toBeInstanceOf(StartupProblem)
  const { message } = error as StartupProblem
  expect(message).not.toMatch(/hidden|\n/)
  return message
}

describe('a database that does not let the shop in is named in one line:', () => {
  it('one whose user may make no tables', async () => {
    expect(await complaintAbout(urlOf())).toMatch(/does not let the user of DATABASE_URL make tables/)
  })

  it('one that has no connection left', async () => {
    await onServer(inject('databaseServer').adminUrl, `alter role ${user} connection limit 0`)
    expect(await complaintAbout(urlOf())).toMatch(/has no connection left.*max_connections/)
  })

  it('one that speaks no TLS, or whose certificate to check it by is not there', async () => {
    expect(await complaintAbout(urlOf('sslmode=verify-full'))).toMatch(/sslmode/)
    expect(await complaintAbout(urlOf('sslrootcert=/no/such/file'))).toMatch(/certificate file that cannot be read/)
  })

  it.each([
    'postgresql://user:12/hidden@127.0.0.1:1/shop',
    'postgresql://user:12#hidden@127.0.0.1:1/shop',
    'postgresql://user:12?hidden@127.0.0.1:1/shop',
  ])('%s, without what may be a part of its password', url => {
    const missing = Object.assign(new Error('no such database'), { code: '3D000' })
    expect(databaseRefusal(missing, { url, setting: 'DATABASE_URL' })?.message).toBe(
      'The database of DATABASE_URL does not exist. Create it, or correct DATABASE_URL.',
    )
  })

  it('one whose password is not encoded as in an address', async () => {
    expect(await complaintAbout('postgresql://user:hidden%e4@127.0.0.1:1/shop')).toMatch(/^DATABASE_URL cannot be read/)
  })
})
