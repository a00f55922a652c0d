import { execFile, spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, it } from 'vitest'

/** A server that speaks TLS alone and knows a password, with a certificate that nobody but its own house knows. */

const isMissing = spawnSync('openssl', ['version']).status !== 0
const run = promisify(execFile)

let folder: string
const ends: (() => unknown)[] = []
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tappet-search-tls-'))
  ends.push(() => rm(folder, { recursive: true, force: true }))
})
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

/** What it was asked with, and where it is; the password has signs that an address has to write otherwise. */
async function startServer() {
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
  const names = ['-subj', '/CN=search.example', '-addext', 'subjectAltName=IP:127.0.0.1']
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  await run('openssl', ['req', '-x509', ...kind, ...names, '-keyout', key, '-out', certificate])
  const credentials = `Basic ${btoa('tappet:p@ss/w:rd')}`
  const server = createServer({ key: await readFile(key), cert: await readFile(certificate) }, (request, response) => {
    response.writeHead(request.headers.authorization === credentials ? 200 : 401, {
      'content-type': 'application/json',
    })
    response.end(JSON.stringify({ path: request.url }))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  ends.push(() => server.close())
  return { host: `127.0.0.1:${(server.address() as AddressInfo).port}`, certificate }
}

/** Asked by a process of its own: whom it trusts is read when it starts. */
async function ask(searchUrl: string, environment: Record<string, string>): Promise<string> {
  const code = `
    import { searchAddress, searchServer } from ${JSON.stringify(join(import.meta.dirname, 'server.server.ts'))}
    const server = searchServer(searchAddress(process.env.SEARCH_URL), { timeoutMs: 20_000, tries: 1 })
    const answer = await server.call({ method: 'GET', path: '/_alias' }).catch(error => ({
      name: error.name, message: error.message, why: error.cause?.cause?.code,
    }))
    console.log(JSON.stringify(answer))`
  const env = { PATH: process.env['PATH'], SEARCH_URL: searchUrl, ...environment }
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', code], { env })
  return stdout
}

it.skipIf(isMissing)(
  'asks by TLS with the password of the address, where the house’s certificate is known',
  async () => {
    const { host, certificate } = await startServer()
    const trusting = { NODE_EXTRA_CA_CERTS: certificate }
    const address = `https://tappet:p%40ss%2Fw%3Ard@${host}/tappet`
    expect(JSON.parse(await ask(address, trusting))).toEqual({ path: '/_alias' })
    const wrong = JSON.parse(await ask(`https://tappet:guess@${host}/tappet`, trusting))
    expect(wrong).toMatchObject({ name: 'SearchServerAway', message: expect.stringContaining('with 401') })
    // Nobody is told the password whose certificate is not known; why stands in the log.
    const unknown = JSON.parse(await ask(address, {}))
    expect(unknown).toMatchObject({ name: 'SearchServerAway', why: 'DEPTH_ZERO_SELF_SIGNED_CERT' })
  },
)
