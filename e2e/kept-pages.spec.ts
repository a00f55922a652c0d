import { expect, test } from './journey.ts'
import { adminSignedIn, ask, shopUrl } from './roles.ts'
import { policyOf } from '#platform/pages/policy'

const read = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${shopUrl()}${path}`, { headers, redirect: 'manual' })

type Listed = { _id: string; name: string; availableQuantity: number; minimumQuantity: number }

test.describe('a public page @desktop', () => {
  test('is not sent again to whoever has it as it is', async () => {
    for (const path of ['/', '/shop', '/blog']) {
      const first = await read(path)
      const etag = first.headers.get('etag') ?? ''
      expect(etag, path).toMatch(/^W\/"/)
      expect(first.headers.get('cache-control')).toBe('public, no-cache')
      await first.text()
      // What other journeys change meanwhile changes the page, which then is sent once more.
      await expect(async () => {
        const { headers } = await read(path)
        const again = await read(path, { 'if-none-match': headers.get('etag') ?? '' })
        expect(again.status).toBe(304)
        expect(await again.text()).toBe('')
      }).toPass()
    }
  })

  test('has each change in the very next answer', async () => {
    const { token } = await adminSignedIn()
    const tools = await ask<Listed[]>('/api/tools?limit=200', 'GET')
    // One that no other journey buys.
    const tool = tools.findLast(({ availableQuantity: free, minimumQuantity: least }) => free > least + 10)
    const { headers } = await read(`/shop/${tool?._id}`)
    const page = new URL(headers.get('location') ?? '', shopUrl()).pathname
    let stock = tool?.availableQuantity ?? Number.NaN
    for (const delta of [-1, -2, 3]) {
      expect(await (await read(page)).text()).toContain(`<dd>${stock.toLocaleString('en')}</dd>`)
      await ask(`/api/tools/${tool?._id}/stock`, 'POST', { token, body: { delta, reason: 'Counted anew.' } })
      stock += delta
      expect(await (await read(page)).text()).toContain(`<dd>${stock.toLocaleString('en')}</dd>`)
    }
  })

  test('names what is inline in it, by hashes and without a nonce', async () => {
    const answer = await read('/')
    const policy = answer.headers.get('content-security-policy') ?? ''
    expect(policy).toMatch(/script-src 'self' 'sha256-/)
    expect(policy).toContain("style-src 'self';")
    expect(policy).not.toContain('nonce')
    expect(policy).not.toContain('unsafe')
    expect(await answer.text()).not.toContain('nonce')
  })

  test('is the same after somebody asked for its head alone', async () => {
    const path = '/shop/c/filters'
    const head = await fetch(`${shopUrl()}${path}`, { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([200, ''])
    expect(await (await read(path)).text()).toContain('</html>')
  })

  test('that is fetched ahead may be used without asking again, for some seconds', async () => {
    const ahead = await read('/shop', { 'sec-purpose': 'prefetch' })
    expect(ahead.headers.get('cache-control')).toBe('private, max-age=15')
  })

  test('with somebody’s own in its address is kept by nobody on the way', async () => {
    const own = [
      'vin=1HGCM82633A004352',
      'v%69n=1HGCM82633A004352',
      'q=brake?&vin=1HGCM82633A004352',
      'q=brake+1HGCM82633A004352',
      'q=1hgcm%2082633%20a004352',
    ]
    for (const path of ['/reset-password?token=secret', '/login', ...own.map(query => `/shop?${query}`)]) {
      expect((await read(path)).headers.get('cache-control'), path).toBe('private, no-cache')
    }
    expect((await read('/api/search?q=1HGCM82633A004352')).headers.get('cache-control')).toBe('no-store')
    expect((await read('/api/search?q=brake')).headers.get('cache-control')).toBe('public, no-cache')
  })

  test('with an amount that the currency does not have is the list without it', async () => {
    const answer = await read('/shop?minPrice=1.499')
    expect(answer.status).toBe(200)
    expect(await answer.text()).toContain('value="1.499"')
  })

  test('that is not there says so each time', async () => {
    for (const path of ['/shop/none', '/pages/none', '/nothing-here']) {
      for (let time = 0; time < 2; time += 1) expect((await read(path)).status, path).toBe(404)
    }
  })
})

test('@desktop a script that somebody has got into a page is refused by its policy (finding 41)', async ({ page }) => {
  test.info().annotations.push({ type: 'expected refusal', description: '/injected' })
  const body = '<script>window.own = true</script><p>Words<script>window.stolen = true</script></p>'
  const policy = policyOf(['window.own = true'], { script: [], frame: [], connect: [], image: [] })
  await page.route('**/injected', route =>
    route.fulfill({
      contentType: 'text/html',
      headers: { 'content-security-policy': policy },
      body,
    }),
  )
  await page.goto('/injected')
  await expect(page.getByText('Words')).toBeVisible()
  expect(await page.evaluate(() => ['own' in window, 'stolen' in window])).toEqual([true, false])
})
