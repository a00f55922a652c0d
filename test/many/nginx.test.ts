import { execFileSync } from 'node:child_process'
import { chmod, writeFile } from 'node:fs/promises'
import { connect as connectHttp2 } from 'node:http2'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { bearer, createTool, orderOf, signIn } from '../factories.ts'
import { type ShopProcess, owner } from '../shop/process.ts'
import { long } from '../tiers.ts'
import { type Machine, freePorts, isMissing, readShipped, startProgram } from './machines.ts'
import { useSite } from './site.ts'

const timeout = 300_000

const site = useSite('nginx')

type Answer = { status: number; body: string }

/** Over one HTTP/2 connection to nginx, as a browser asks. */
function browserAt(port: number) {
  const session = connectHttp2(`https://127.0.0.1:${port}`, { rejectUnauthorized: false })
  session.on('error', () => undefined)
  const ask = (method: string, path: string, headers: Record<string, string> = {}, body?: string) =>
    new Promise<Answer>((resolve, reject) => {
      const stream = session.request({ ':method': method, ':path': path, ...headers })
      let status = 0
      let read = ''
      stream.on('response', answered => (status = answered[':status'] ?? 0))
      stream.setEncoding('utf8').on('data', (part: string) => (read += part))
      stream.on('end', () => resolve({ status, body: read }))
      stream.on('error', reject)
      stream.end(body)
    })
  return { ask, close: () => session.close() }
}

/** nginx by the file that we hand out, included as Debian includes its sites, before these processes. */
async function startNginx(processes: readonly ShopProcess[]): Promise<Machine & { port: number }> {
  const [port = 0] = await freePorts(1)
  const { folder } = site
  const certificate = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  const [key, pem] = [join(folder, 'privkey.pem'), join(folder, 'fullchain.pem')]
  execFileSync('openssl', [...certificate, '-subj', '/CN=shop.example', '-keyout', key, '-out', pem], {
    stdio: 'ignore',
  })
  const servers = processes.map(({ address }) => `    server ${new URL(address).host};\n`).join('')
  const conf = readShipped('nginx.conf')
    .replaceAll('/etc/letsencrypt/live/shop.example', folder)
    .replace(/^ {4}listen 443 /m, `    listen 127.0.0.1:${port} `)
    .replace(/^ {4}listen \[::\]:443 .*\n/m, '')
    .replace(/^ {4}server 127.0.0.1:3000;\n/m, servers)
  await writeFile(join(folder, 'shop.conf'), conf)
  const file = join(folder, 'nginx.conf')
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(name => `${name}_temp_path ${folder}/${name};`)
  await writeFile(
    file,
    `daemon off; pid ${folder}/nginx.pid; error_log stderr; events {}
http { access_log off; ${paths.join(' ')} include ${folder}/shop.conf; }`,
  )
  // Its workers are another user, who gets through to folders of their own.
  await chmod(folder, 0o711)
  const isUp = async () => {
    const browser = browserAt(port)
    const { status } = await browser.ask('GET', '/readyz')
    browser.close()
    return status === 200
  }
  return { ...(await startProgram('nginx', { args: ['-c', file], isUp })), port }
}

it.skipIf(isMissing('nginx') || isMissing('openssl'))(
  'nginx serves pages and orders of two processes over HTTP/2, of one when the other has gone, and passes nobody’s word on for an address',
  { timeout, ...long },
  async () => {
    const { url, db } = await site.makeDatabase()
    const environment = { DATABASE_URL: url, TRUST_PROXY: '127.0.0.1' }
    const [one, other] = [await site.start('one', environment), await site.start('other', environment)]
    const nginx = await startNginx([one, other])
    site.atEnd(nginx.end)
    const person = await signIn({ address: one.address, db }, owner.ADMIN_EMAIL)
    const tool = await createTool({ db }, { name: 'Ratchet behind nginx', onHand: 100 })
    const browser = browserAt(nginx.port)
    const order = () => {
      const headers = { ...bearer(person.token), 'content-type': 'application/json' }
      return browser.ask('POST', '/api/orders', headers, JSON.stringify(orderOf(tool)))
    }

    expect(await browser.ask('GET', `/api/tools/${tool}`)).toMatchObject({
      status: 200,
      body: expect.stringContaining('Ratchet behind nginx'),
    })
    expect(await browser.ask('GET', '/shop')).toMatchObject({ status: 200, body: expect.stringContaining('<html') })
    for (let count = 0; count < 4; count++) expect((await order()).status).toBe(200)
    const large = await browser.ask('POST', '/api/images', bearer(person.token), 'x'.repeat(12_000_000))
    expect(large.status).toBe(413)

    const forged = { 'x-forwarded-for': '203.0.113.7', 'content-type': 'application/json' }
    const wrong = JSON.stringify({ email: owner.ADMIN_EMAIL, password: 'not the password' })
    expect((await browser.ask('POST', '/identity/sign-in/email', forged, wrong)).status).toBe(401)

    const { stderr } = await other.end('SIGTERM')
    // It learns of it by being refused, and asks the other.
    for (let count = 0; count < 4; count++) expect((await browser.ask('GET', '/shop')).status).toBe(200)
    expect((await order()).status).toBe(200)
    browser.close()
    const said = (stderr + (await one.end('SIGTERM')).stderr).split('\n')
    const failed = said.filter(line => line.includes('"sign-in-failed"')).map(line => JSON.parse(line).address)
    expect(failed).toEqual(['127.0.0.1'])
  },
)
