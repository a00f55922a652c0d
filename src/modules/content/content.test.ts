import type { RouteConfigEntry } from '@react-router/dev/routes'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import routes from '../../screens/routes.ts'
import { type ContentFile, readingMinutes } from './shapes.rules.ts'
import { linkableScreens } from './entries/links.rules.ts'
import { fillPlaceholders } from './entries/placeholders.rules.ts'
import { readContent } from './content.server.ts'
import { pages } from '../../screens/storefront/pages.ts'
import { frameTexts } from '../../screens/frame/frame.texts.ts'

const file = join(import.meta.dirname, '../../../content/shop.json')
let content: ContentFile
let folder: string

beforeAll(async () => {
  content = await readContent(file)
  folder = await mkdtemp(join(tmpdir(), 'tappet-content-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

describe('the content file', () => {
  it('[S9.20 D7.05] has the four fixed numbers', () => {
    expect(content.statistics).toEqual([
      { label: 'Customers', value: '50k+' },
      { label: 'Revenue', value: '2.6M' },
      { label: 'Reviews', value: '100+' },
      { label: 'Tools', value: '5k+' },
    ])
  })

  it('[D7.01] has the hero line', () => {
    expect(content.hero.lead).toBe('Over hundreds of brands and tens of thousands of parts')
  })

  it('[S1.03 D7.02 D7.03] has four service banners, free shipping first', () => {
    const promises = new Map([
      ['free-from', '$50'],
      ['hold-hours', '48'],
    ])
    const services = content.services.map(({ title, text }) => fillPlaceholders(`${title} / ${text}`, promises))
    expect(services).toEqual([
      'Free Shipping / For orders from $50',
      'Counted stock / The same unit is never sold twice',
      'Pay by card / The amount is fixed before you pay',
      'Stock held 48 h / From order until payment',
    ])
  })

  it('[S1.04 D7.04 S9.06] has the two promos', () => {
    const promos = content.promos.map(({ eyebrow, title, action }) => [eyebrow, title, action.label])
    expect(promos).toEqual([
      ['New Arrival', 'Motor Oil', 'Order Now'],
      ['Offer', 'Save Up to 20%', 'Order Now'],
    ])
  })

  it('[S1.23 D7.08 D7.09 D7.10] has the three lists of the footer', () => {
    const lists = Object.fromEntries(content.footer.map(({ title, links }) => [title, links.map(({ label }) => label)]))
    expect(lists).toEqual({
      Services: ['Branding', 'Design', 'Marketing', 'Advertisement'],
      Company: ['About us', 'Contact', 'Jobs', 'Press kit'],
      Legal: ['Terms of use', 'Privacy policy', 'Cookie policy'],
    })
  })

  it('[S1.17] has five articles that ask a question and answer it at a length that is read', () => {
    expect(content.blog.articles).toHaveLength(5)
    for (const article of content.blog.articles) {
      expect(article.question).toMatch(/\?$/)
      expect(article.answer).toMatch(/\.$/)
      expect(article.sections.length).toBeGreaterThanOrEqual(3)
      expect(readingMinutes(article)).toBeGreaterThanOrEqual(1)
    }
  })

  it('[S1.24] has a copyright line, which gets the year', () => {
    expect(frameTexts.copyright(content.copyright, 2026)).toBe('Tappet © All Rights Reserved - 2026')
  })
})

describe('a mistake in the content file', () => {
  const changed = async (change: (file: ContentFile) => unknown) => {
    const copy: ContentFile = JSON.parse(await readFile(file, 'utf8'))
    const path = join(folder, 'shop.json')
    await writeFile(path, JSON.stringify(change(copy) ?? copy))
    return readContent(path)
  }
  const mistakes: [place: string, complaint: string, change: (file: ContentFile) => unknown][] = [
    ['hero', 'Leave out what is not known here: titel.', ({ hero }) => void Object.assign(hero, { titel: 'x' })],
    ['the whole file', 'Leave out what is not known here: blogs.', copy => ({ ...copy, blogs: [] })],
    ['shop.phone', 'This is missing.', ({ shop }) => void Reflect.deleteProperty(shop, 'phone')],
    ['promos.1.title', 'This must be a text.', ({ promos }) => void Object.assign(promos[1] ?? {}, { title: 20 })],
    ['hero.title', 'Use at least 1 character.', ({ hero }) => void (hero.title = '  ')],
    ['services.0.icon', 'Use one of these: truck, shield, card, clock.', ({ services }) =>
      void Object.assign(services[0] ?? {}, { icon: 'lorry' })],
    ['pages.0.slug', 'Use small letters, digits and single hyphens.', ({ pages }) =>
      void Object.assign(pages[0] ?? {}, { slug: 'Our Brand' })],
  ] // prettier-ignore

  it.each(mistakes)('[D6.05] stops the start with its place: %s: %s', async (place, complaint, change) => {
    await expect(changed(change)).rejects.toThrow(`${place}: ${complaint}`)
  })

  it.each(['/pages/no-such-page', '/shopp', 'shop', '/dashboard/allOrders', '//evil.example', 'javascript:alert(1)'])(
    '[D6.05] is a link that leads nowhere: %s',
    async to => {
      await expect(changed(({ hero }) => void (hero.action.to = to))).rejects.toThrow(
        `hero.action.to: "${to}" leads nowhere`,
      )
    },
  )

  it.each([
    'https://example.com/a',
    'http://example.com',
    '/shop?category=filters',
    '/shop?q=https://[',
    '/blog/why-write-unit-tests',
    '/pages/jobs#hours',
  ])('is not a link that leads somewhere: %s', async to => {
    expect((await changed(({ hero }) => void (hero.action.to = to))).hero.action.to).toBe(to)
  })

  it.each([
    ['promos.1.action', ({ promos }, action) => Object.assign(promos[1] ?? {}, { action })],
    ['footer.2.links.1', ({ footer }, link) => Object.assign(footer[2]?.links[1] ?? {}, link)],
    ['portfolio.projects.0.action', ({ portfolio }, action) => Object.assign(portfolio.projects[0] ?? {}, { action })],
  ] satisfies [string, (file: ContentFile, link: object) => unknown][])(
    'is a link that leads nowhere, wherever it stands: %s',
    async (place, change) => {
      const astray = changed(file => void change(file, { label: 'Go', to: '/nowhere' }))
      await expect(astray).rejects.toThrow(`${place}.to: "/nowhere" leads nowhere`)
    },
  )

  it('is a slug that stands twice', async () => {
    const twice = changed(({ pages }) => void Object.assign(pages[1] ?? {}, { slug: pages[0]?.slug }))
    await expect(twice).rejects.toThrow('pages.1.slug: "branding" stands there twice')
    const [first] = content.blog.articles
    const inBlog = changed(({ blog }) => void Object.assign(blog.articles[3] ?? {}, { slug: first?.slug }))
    await expect(inBlog).rejects.toThrow(`blog.articles.3.slug: "${first?.slug}" stands there twice`)
  })

  it('is named also when the file is no JSON, or is not there', async () => {
    const path = join(folder, 'broken.json')
    await writeFile(path, '{"shop":')
    await expect(readContent(path)).rejects.toThrow(`The content file ${path} cannot be used`)
    await expect(readContent(join(folder, 'none.json'))).rejects.toThrow('ENOENT')
  })
})

it('an article takes a minute for 200 words, wherever in it they stand', () => {
  const words = (count: number) => 'word  '.repeat(count).trim()
  const minutesWith = (points: string[]) => {
    const sections = [
      { paragraphs: [words(49), words(48)], points },
      { heading: 'Two words', paragraphs: ['last'] },
    ]
    return readingMinutes({ slug: 'a', topic: 'T', question: 'Q?', answer: words(100), sections })
  }
  expect(minutesWith([])).toBe(1)
  expect(minutesWith(['one more'])).toBe(2)
  expect(minutesWith([words(200)])).toBe(2)
  expect(minutesWith([words(201)])).toBe(3)
})

const addressesOf = (entries: RouteConfigEntry[], above = ''): string[] =>
  entries.flatMap(({ path, index, children = [] }) => {
    const here = path ? `${above}/${path}` : above
    return [...(path || index ? [here || '/'] : []), ...addressesOf(children, here)]
  })

it('the pages and screens that a link may name are addresses of the shop', () => {
  const addresses = [...addressesOf(routes), ...pages.map(({ path }) => path)]
  expect(addresses).toEqual(expect.arrayContaining(linkableScreens))
})
