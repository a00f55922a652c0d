import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createPerson } from '../factories.ts'
import { startTestShop } from '../harness.ts'

const ownFile = join(import.meta.dirname, '../../content/shop.json')

it('[D6.04 S2.23] what the owner writes into the content file is what the shop says', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tappet-content-'))
  const contentFile = join(folder, 'shop.json')
  const written = JSON.parse(await readFile(ownFile, 'utf8'))
  written.shop.phone = '+61 8 5550 0000'
  written.hero.title = 'Parts, by the box'
  written.footer = [{ title: 'Help', links: [{ label: 'Write to us', to: '/pages/contact' }] }]
  written.pages.find((page: { slug: string }) => page.slug === 'contact').title = 'Write to us'
  written.blog.articles.reverse()
  // What stands in it is the owner's: no part of it is the demo's alone.
  written.samples = []
  written.services = [{ icon: 'truck', title: 'By our own van', text: 'On the day' }]
  written.portfolio.name = 'Somebody Else'
  await writeFile(contentFile, JSON.stringify(written))
  const shop = await startTestShop({ contentFile })
  try {
    const person = await createPerson(shop)
    const read = async (path: string) => (await person.call('GET', path)).body
    const { pages: _pages, samples: _samples, blog, portfolio, ...words } = written
    /** As the network has them: links with the shop's own address. */
    const sent = (said: object) =>
      JSON.parse(JSON.stringify(said, (name, value) => (name === 'to' ? `${shop.address}${value}` : value)))
    expect(await read('/content')).toEqual(sent(words))
    expect((await read('/content/pages/contact')).title).toBe('Write to us')
    expect(await read('/portfolio')).toEqual(sent(portfolio))
    const slugs = blog.articles.map((article: { slug: string }) => article.slug)
    expect((await read('/blog')).articles.map((article: { slug: string }) => article.slug)).toEqual(slugs)
    const second = await read(`/blog/${slugs[1]}`)
    expect([second.previous.slug, second.article.slug, second.next.slug]).toEqual(slugs.slice(0, 3))
    expect(await read('/blog/no-such-article')).toMatchObject({ status: 404, code: 'page-gone' })
  } finally {
    await shop.close()
    await rm(folder, { recursive: true })
  }
})
