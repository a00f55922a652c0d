import type { ReadSettings } from '#platform/settings'

declare module '#platform/settings' {
  interface Settings {
    /** Whoever confirms it becomes an admin. */
    adminEmail: string | undefined
    adminPassword: string | undefined
  }
}

export const readAccountsSettings: ReadSettings = read => ({
  adminEmail: read.email('ADMIN_EMAIL')?.toLowerCase(),
  adminPassword: read.text('ADMIN_PASSWORD'),
})
