import { expect, it } from 'vitest'
import { bearer, createTool, orderOf, signIn } from '../factories.ts'
import { owner } from '../shop/process.ts'
import { long } from '../tiers.ts'
import { isMissing } from './machines.ts'
import { browserAt, startNginx } from './nginx.ts'
import { useSite } from './site.ts'

const timeout = 300_000

const site = useSite('nginx')

it.skipIf(isMissing('nginx') || isMissing('openssl'))(
  'nginx serves pages and orders of two processes over HTTP/2, of one when the other has gone, and passes nobody’s word on for an address',
  { timeout, ...long },
  async () => {
    const { url, db } = await site.makeDatabase()
    const environment = { DATABASE_URL: url, TRUST_PROXY: '127.0.0.1' }
    const [one, other] = [await site.start('one', environment), await site.start('other', environment)]
    const nginx = await startNginx(
      site.folder,
      [one, other].map(({ address }) => new URL(address).host),
    )
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
