import type { OwnerSetting } from '#platform/settings/owner'

declare module '#platform/settings' {
  interface Settings {
    locale: string
    timeZone: string
    /** Where the shop is, by its code of ISO 3166; undefined until somebody has said it. */
    country: string | undefined
    /** What the owner says of the shop; undefined for what the content file says. */
    shopName: string | undefined
    shopTagline: string | undefined
    shopPhone: string | undefined
    shopAddress: string | undefined
  }
}

export const contentOwnerSettings: readonly OwnerSetting[] = [
  {
    name: 'SHOP_NAME',
    read: read => ({ shopName: read.words('SHOP_NAME', 80) }),
    say: ({ shopName }) => shopName ?? '',
  },
  {
    name: 'SHOP_TAGLINE',
    read: read => ({ shopTagline: read.words('SHOP_TAGLINE', 160) }),
    say: ({ shopTagline }) => shopTagline ?? '',
  },
  {
    name: 'SHOP_PHONE',
    read: read => ({ shopPhone: read.words('SHOP_PHONE', 40) }),
    say: ({ shopPhone }) => shopPhone ?? '',
  },
  {
    name: 'SHOP_ADDRESS',
    read: read => ({ shopAddress: read.words('SHOP_ADDRESS', 160) }),
    say: ({ shopAddress }) => shopAddress ?? '',
  },
  {
    name: 'COUNTRY',
    read: read => ({ country: read.country('COUNTRY') }),
    say: ({ country }) => country ?? '',
  },
  {
    name: 'LOCALE',
    read: read => ({ locale: read.locale('LOCALE') ?? 'en-US' }),
    say: ({ locale }) => locale,
  },
  {
    name: 'TIME_ZONE',
    read: read => ({ timeZone: read.timeZone('TIME_ZONE') ?? 'UTC' }),
    say: ({ timeZone }) => timeZone,
  },
]
