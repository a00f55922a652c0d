import * as z from 'zod/mini'
import { storable, mostCharacters } from '#kernel/fields'
import { entryFieldTexts } from './entries.texts.ts'

/** The screens and pages that the shop's own words may lead to; a test holds this list against src/screens/routes.ts. */
export const linkableScreens = ['/', '/shop', '/blog', '/login', '/signUp', '/dashboard', '/dashboard/portfolio']

/** Without its query and its place on the page. */
export const pathOfLink = (to: string): string => to.replace(/[?#].*$/, '')

/** Whether an owner may have a link lead there: to the shop's own pages, or to an encrypted page of others. */
export function isLink(to: string): boolean {
  if (/[\s\\]/.test(to)) return false
  if (to.startsWith('/') && !to.startsWith('//')) {
    const path = pathOfLink(to)
    return linkableScreens.includes(path) || /^\/(?:shop|pages|blog)\/[\w~%./-]+$/.test(path)
  }
  const address = URL.parse(to)
  return address?.protocol === 'https:' && to.startsWith('https://') && address.username === ''
}

/** Where a link leads, as an owner types it. */
export const LinkTarget = z
  .string({ error: () => entryFieldTexts.link })
  .check(z.trim(), mostCharacters(300), storable, z.refine(isLink, { error: () => entryFieldTexts.link }))
