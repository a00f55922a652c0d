import type { ReadSettings } from '#platform/settings'

declare module '#platform/settings' {
  interface Settings {
    locale: string
    timeZone: string
  }
}

export const readContentSettings: ReadSettings = read => ({
  locale: read.locale('LOCALE') ?? 'en-US',
  timeZone: read.timeZone('TIME_ZONE') ?? 'UTC',
})
