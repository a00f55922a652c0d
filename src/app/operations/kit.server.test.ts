import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createHttp } from '#platform/http'
import { createLog } from '#platform/log'
import { readSettings } from '../settings.server.ts'
import { isFromThisMachine } from './operations.server.ts'
import { mountKit } from './kit.server.ts'

let directory: string
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'tappet-kit-'))
  await mkdir(join(directory, 'assets'))
  await writeFile(join(directory, 'index.html'), '<title>The design kit</title>')
  await writeFile(join(directory, 'assets/kit.js'), 'let kit')
})
afterAll(() => rm(directory, { recursive: true, force: true }))

/** What a shop with this environment answers there, asked by this name, with these headers. */
async function ask(path: string, { environment = {}, host = '127.0.0.1', headers = {} } = {}) {
  const settings = readSettings({ DATA_DIR: directory, ...environment })
  const http = await createHttp(settings, createLog('silent'))
  await mountKit(http, settings, { allows: request => isFromThisMachine(request, settings), directory })
  const answer = await http.inject({ url: path, headers: { host, ...headers } })
  await http.close()
  return answer
}

it('/dev/kit and its files answer on this machine, and nothing is kept', async () => {
  for (const [path, content] of [
    ['/dev/kit', 'The design kit'],
    ['/dev/kit/', 'The design kit'],
    ['/dev/kit/assets/kit.js', 'let kit'],
  ] as const) {
    const { statusCode, body, headers } = await ask(path)
    expect({ statusCode, body }, path).toEqual({ statusCode: 200, body: expect.stringContaining(content) })
    expect(headers).toMatchObject({ 'cache-control': 'no-store' })
    expect(headers['content-security-policy']).toContain("default-src 'self'")
  }
})

it.each(['/dev/kit', '/dev/kit/assets/kit.js'])('%s is not there for others', async path => {
  const production = { NODE_ENV: 'production', SECRET: 'x'.repeat(64), ALLOW_SANDBOX: 'yes' }
  const elsewhere = [
    { headers: { 'x-forwarded-for': '10.0.0.1' } },
    { host: 'shop.example' },
    { environment: { PUBLIC_URL: 'https://shop.example', ALLOW_SANDBOX: 'yes' } },
    { environment: production },
  ]
  for (const options of elsewhere) {
    expect((await ask(path, options)).statusCode, JSON.stringify(options)).toBe(404)
  }
})
