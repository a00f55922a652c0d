import type { RouteConfigEntry } from '@react-router/dev/routes'
import { expect, it } from 'vitest'
import routes from './routes.ts'

/** The files of all screens, each with the layouts that it stands in, the outermost first. */
function screensOf(entries: RouteConfigEntry[], layouts: string[] = []): { file: string; layouts: string[] }[] {
  return entries.flatMap(({ file, children }) =>
    children ? screensOf(children, [...layouts, file]) : [{ file, layouts }],
  )
}

const screens = screensOf(routes)

// The specification has Make Admins open for everybody who is signed in, who then reads that it is for admins.
it('[S2.41 S4.14 S6.06] one layout stands before every screen of an admin, and before no other', () => {
  const guarded = screens.filter(({ layouts }) => layouts.includes('admin/admin-layout.tsx'))
  expect(guarded.length).toBeGreaterThan(30)
  expect(guarded).toEqual(screens.filter(({ file }) => file.startsWith('admin/') && file !== 'admin/users-page.tsx'))
})

it('[S2.40 D3.08] one layout stands before everything below the dashboard', () => {
  const open = screens.filter(({ layouts }) => !layouts.includes('account/protected-layout.tsx'))
  expect(open.map(({ file }) => file).filter(file => /^(admin|account)\//.test(file))).toEqual([
    'account/sign-in/login-page.tsx',
    'account/sign-in/sign-up-page.tsx',
    'account/sign-in/forgot-password-page.tsx',
    'account/sign-in/reset-password-page.tsx',
    'account/sign-in/confirm-email-page.tsx',
    'account/order-pad/order-pad-page.tsx',
    'account/basket/basket-page.tsx',
  ])
})
