import { expect, it } from 'vitest'
import { boundedAdapters } from './store.ts'

const payload = (more: object = {}) => ({ kind: 'Session', uid: 'u', ...more })

it('forgets the oldest when it is full, over all kinds', async () => {
  const adapters = boundedAdapters(2)
  const [codes, grants] = [adapters('AuthorizationCode'), adapters('Grant')]
  await codes.upsert('1', payload(), 60)
  await grants.upsert('1', payload(), 60)
  await codes.upsert('2', payload(), 60)
  expect([await codes.find('1'), await grants.find('1'), await codes.find('2')].map(Boolean)).toEqual([
    false,
    true,
    true,
  ])
})

it('forgets what has had its time, what is destroyed, and what hangs on a revoked grant', async () => {
  let now = 0
  const codes = boundedAdapters(9, () => now)('AuthorizationCode')
  for (const id of ['timed', 'gone', 'granted', 'kept']) await codes.upsert(id, payload(), id === 'timed' ? 60 : 90)
  await codes.upsert('granted', payload({ grantId: 'g' }), 90)
  now = 60_000
  await codes.destroy('gone')
  await codes.revokeByGrantId('g')
  const payloads = await Promise.all(['timed', 'gone', 'granted', 'kept'].map(id => codes.find(id)))
  expect(payloads.map(Boolean)).toEqual([false, false, false, true])
})

it('remembers that a code was used, and finds a session by its name', async () => {
  const adapters = boundedAdapters(9, () => 5000)
  const codes = adapters('AuthorizationCode')
  await codes.upsert('1', payload(), 60)
  await codes.consume('1')
  expect(await codes.find('1')).toMatchObject({ consumed: 5 })
  await adapters('Session').upsert('2', payload({ uid: 'named' }), 60)
  expect(await adapters('Session').findByUid('named')).toMatchObject({ uid: 'named' })
})
