import { afterAll, beforeAll, expect, it } from 'vitest'
import { request } from '#test/factories'
import { type TestShop, startTestShop } from '#test/harness'
import { createService } from '../embedded/service.server.ts'
import { isOpenPath, openPaths } from './paths.server.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await startTestShop()
})
afterAll(() => shop.close())

/** Every address that the library mounts, with its plug-ins. */
function mounted(): { method: string; path: string }[] {
  const service = createService(
    {
      now: shop.system,
      pool: shop.pool,
      settings: shop.system.settings,
      secrets: ['a-secret-that-is-long-enough-for-a-test'],
      publicUrl: () => shop.address,
      log: shop.system.log,
      sendConfirmation: async () => undefined,
      shopName: () => 'A shop',
      notify: async () => undefined,
      google: undefined,
      emptyAccount: async () => undefined,
    },
    shop.address,
  )
  return Object.values(service.api).flatMap(({ path, options }) => {
    const methods: string[] = [options.method].flat()
    return path ? methods.map(method => ({ method, path: path.replace(/:\w+/g, 'something') })) : []
  })
}

it('answers for nothing of the library’s that the shop does not use', async () => {
  const all = mounted()
  expect(all.length).toBeGreaterThan(30)
  const closed = all.filter(({ method, path }) => !isOpenPath(method, `/identity${path}`))
  const names = closed.map(({ path }) => path)
  for (const path of [
    '/verify-email',
    '/reset-password',
    '/change-email',
    '/error',
    '/delete-user',
    '/revoke-sessions',
  ])
    expect(names).toContain(path)
  for (const { method, path } of closed) {
    const answer = await request(
      `${shop.address}/identity${path}?error=Call+this+number`,
      method,
      method === 'GET' ? undefined : {},
    )
    expect(answer.status, `${method} ${path}`).toBe(404)
    expect(JSON.stringify(answer.body), path).not.toContain('Call this number')
  }
})

it('keeps open what the shop does use, and every open address is one of the library’s', async () => {
  const open = mounted().filter(({ method, path }) => isOpenPath(method, `/identity${path}`))
  expect(open.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual(openPaths.toSorted())
  for (const { method, path } of open) {
    const { status } = await request(`${shop.address}/identity${path}`, method, method === 'GET' ? undefined : {})
    expect(status, `${method} ${path}`).not.toBe(404)
  }
})

it.each(['/identity/verify-email/', '/identity//verify-email', '/identity/%76erify-email', '/identity/./error'])(
  'is not talked into a closed address by another spelling: %s',
  async path => {
    expect((await request(`${shop.address}${path}`, 'GET')).status).toBe(404)
  },
)
