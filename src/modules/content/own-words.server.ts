import { formatMoneyShort } from '#kernel/money'
import type { Settings } from '#platform/settings'
import type { ContentFile } from './content.rules.ts'
import { originalsOf } from './entries/entries.rules.ts'
import type { OwnEntries } from './entries/own-entries.server.ts'
import { fillPlaceholders } from './entries/placeholders.rules.ts'

/** The owner's words for the shop, where they said some, instead of those of the file; as they are when they are read. */
export function withOwnWords(file: ContentFile, settings: Settings, own: OwnEntries): ContentFile {
  const { shop, copyright } = file
  const now = {
    get name() {
      return settings.shopName ?? shop.name
    },
    get tagline() {
      return settings.shopTagline ?? shop.tagline
    },
    get phone() {
      return settings.shopPhone ?? shop.phone
    },
    get address() {
      return settings.shopAddress ?? shop.address
    },
  }
  const originals = () => originalsOf({ ...file, shop: now }, { isDemo: settings.demo })
  return {
    ...file,
    shop: now,
    get hero() {
      const { button, ...words } = own.home('hero') ?? originals().hero
      return { ...words, action: { ...file.hero.action, label: button } }
    },
    get services() {
      const promises = promisesOf(settings)
      const { items } = own.home('services') ?? originals().services
      return items.map(({ icon, title, text }) => ({
        icon,
        title: fillPlaceholders(title, promises),
        text: fillPlaceholders(text, promises),
      }))
    },
    get promos() {
      return (own.home('promos') ?? originals().promos).items
    },
    get statistics() {
      return (own.home('statistics') ?? originals().statistics).items
    },
    get footer() {
      return (own.home('footer') ?? originals().footer).lists
    },
    get copyright() {
      return own.home('footer')?.copyright ?? copyright.replace(shop.name, () => settings.shopName ?? shop.name)
    },
  }
}

/** What stands in the places of a promise, as the settings have it now. */
function promisesOf({ freeShippingFrom, shippingFee, reservationHours, currency, locale }: Settings) {
  const money = (minor: number) => formatMoneyShort(minor, currency, locale)
  return new Map([
    ['free-from', money(freeShippingFrom)],
    ['shipping-fee', money(shippingFee)],
    ['hold-hours', String(reservationHours)],
  ])
}
