import { type Page, expect } from '@playwright/test'

type Files = Parameters<ReturnType<Page['getByLabel']>['setInputFiles']>[0]

/** Chooses files on the page of imports, until the shop has looked at them: what it finds moves the fields below. */
export async function chooseFiles(page: Page, files: Files): Promise<void> {
  const field = page.getByLabel('Files', { exact: true })
  await field.setInputFiles(files)
  await expect(page.locator('form[aria-busy]').filter({ has: field })).toHaveAttribute('aria-busy', 'false')
}
