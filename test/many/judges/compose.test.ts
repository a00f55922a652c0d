import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { composeReader, hasComposeReader } from '../../../launch/machine/judges.mjs'
import { long } from '../../tiers.ts'

const root = join(import.meta.dirname, '../../..')
let folder = ''
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'tappet-compose-'))))
afterAll(() => rm(folder, { recursive: true }))

/** What Compose's own parser says of this text, beside this `.env`. */
async function read(text: string, settings: string): Promise<{ status: number | null; stdout: string; said: string }> {
  await writeFile(join(folder, 'compose.yaml'), text)
  await writeFile(join(folder, '.env'), settings)
  const { PATH = '' } = process.env
  const done = spawnSync(composeReader, ['compose.yaml'], { cwd: folder, env: { PATH }, encoding: 'utf8' })
  return { ...done, said: done.stderr }
}

it.skipIf(!hasComposeReader())('Compose’s own parser takes our file as we mean it', long, async () => {
  const ours = await readFile(join(root, 'compose.yaml'), 'utf8')
  const example = await readFile(join(root, '.env.example'), 'utf8')
  const filled = `${example}\nSECRET=0123456789\nPOSTGRES_PASSWORD=trustno1\n`
  const { stdout, said } = await read(ours, filled)
  expect(said).toBe('')
  expect(JSON.parse(stdout)).toMatchObject({
    name: 'tappet',
    services: {
      shop: {
        environment: { SECRET: '0123456789', DATABASE_URL: 'postgresql://tappet:trustno1@database:5432/tappet' },
        ports: [{ host_ip: '127.0.0.1', published: '3000', target: 3000 }],
        volumes: [{ type: 'volume', source: 'shop-data', target: '/data' }],
        depends_on: { database: { condition: 'service_healthy', required: true } },
      },
      database: { volumes: [{ type: 'volume', source: 'database-data', target: '/var/lib/postgresql' }] },
    },
  })
  const without = await read(ours, example)
  expect(without).toMatchObject({ status: 1, said: expect.stringContaining('set POSTGRES_PASSWORD in .env') })
  expect(without.said).toContain('set SECRET in .env')
  const misspelt = await read(ours.replace('mem_limit', 'memory_limit'), filled)
  expect(misspelt).toMatchObject({ status: 1, said: expect.stringContaining('memory_limit') })
})
