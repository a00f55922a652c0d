import { expect, expectAccessible, test } from './journey.ts'
import { asNewCustomer } from './roles.ts'

test('[S1.17 S2.03 S6.01 D6.06] the blog has five questions, each with an answer at its own address', async ({
  page,
}) => {
  await page.goto('/')
  if ((page.viewportSize()?.width ?? 0) < 700) await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('link', { name: 'Blog', exact: true }).first().click()
  await expect(page).toHaveURL(/\/blog$/)
  await expect(page).toHaveTitle('Blog – Tappet')
  const questions = page.getByRole('article').getByRole('heading', { level: 2 })
  await expect(questions).toHaveCount(5)
  await expectAccessible(page)
  const texts = await questions.allTextContents()
  await questions.first().getByRole('link').click()
  for (const [index, text] of texts.entries()) {
    await expect(page.getByRole('heading', { level: 1, name: text })).toBeVisible()
    await expect(page).toHaveURL(/\/blog\/[a-z0-9-]+$/)
    await expect(page.getByText('The short answer', { exact: true })).toBeVisible()
    await expectAccessible(page)
    const next = page.getByRole('link', { name: /Next question/ })
    if (index < texts.length - 1) await next.click()
    else await expect(next).toHaveCount(0)
  }
})

test('an article that does not exist is a 404', async ({ page, expectRefusal }) => {
  expectRefusal('/blog/no-such-article')
  expect((await page.goto('/blog/no-such-article'))?.status()).toBe(404)
})

test('[S1.18 S2.23 S2.37 S6.04] My Portfolio presents the developer to whoever is signed in', async ({ page }) => {
  await page.goto('/dashboard/portfolio')
  await expect(page).toHaveURL(/\/login/)
  await asNewCustomer(page)
  await page.goto('/dashboard/portfolio')
  await expect(page.getByRole('heading', { level: 1, name: 'My Portfolio' })).toBeVisible()
  for (const part of ['About me', 'Projects', 'What I work with', 'Education', 'Get in touch']) {
    await expect(page.getByRole('heading', { level: 2, name: part })).toBeVisible()
  }
  await expectAccessible(page)
  await page.getByRole('link', { name: 'See the catalogue' }).click()
  await expect(page).toHaveURL(/\/shop$/)
})

/** The footer's lists, link by link. */
const footerLists = [
  ['Services', ['Branding', 'Design', 'Marketing', 'Advertisement']],
  ['Company', ['About us', 'Contact', 'Jobs', 'Press kit']],
  ['Legal', ['Terms of use', 'Privacy policy', 'Cookie policy']],
] as const

test('[S1.21 S1.22 S1.23 S1.24 S9.19 D7.08 D7.09 D7.10] every screen has top bar, navigation and footer with this year', async ({
  page,
}) => {
  for (const path of ['/', '/blog', '/login', '/pages/about-us', '/dashboard', '/dashboard/order']) {
    if (path === '/dashboard') await asNewCustomer(page)
    await page.goto(path)
    await expect(page).toHaveURL(path)
    await expect(page.getByRole('link', { name: /\+1 555 010 0148/ }).first()).toBeVisible()
    await expect(page.getByText('12 Foundry Lane, Adelaide, SA 5000').first()).toBeVisible()
    await expect(page.getByRole('banner').getByRole('link', { name: 'Tappet' })).toBeVisible()
    for (const [name, links] of footerLists) {
      const list = page.getByRole('contentinfo').locator('section')
      await expect(list.filter({ has: page.getByRole('heading', { name }) }).getByRole('link')).toHaveText([...links])
    }
    await expect(page.getByRole('contentinfo')).toContainText(`All Rights Reserved - ${new Date().getUTCFullYear()}`)
  }
})

test('[S2.32 S2.33 S2.35] the navigation follows the session', { tag: '@both' }, async ({ page }) => {
  const isPhone = (page.viewportSize()?.width ?? 0) < 700
  const openMenu = async () => {
    if (isPhone) await page.getByRole('button', { name: 'Menu', exact: true }).first().click()
  }
  const shown = (role: 'link' | 'button', name: string) =>
    page
      .getByRole('banner')
      .or(page.getByRole('dialog'))
      .getByRole(role, { name, exact: true })
      .filter({ visible: true })
  await page.goto('/')
  await openMenu()
  for (const name of ['Home', 'Blog', 'Login', 'Sign Up']) await expect(shown('link', name).first()).toBeVisible()
  await expect(shown('link', 'Dashboard')).toHaveCount(0)
  const { name } = await asNewCustomer(page)
  await page.goto('/')
  await openMenu()
  await expect(shown('link', 'Dashboard').first()).toBeVisible()
  await expect(shown('button', 'LOGOUT').first()).toBeVisible()
  await expect(page.getByText(name, { exact: true }).filter({ visible: true }).first()).toBeVisible()
  await expect(shown('link', 'Login')).toHaveCount(0)
})
