import { amountField, plainNumber } from '#kernel/typed-field'
import { type NumberField, writeShort } from '#kernel/typed-number'
import { attributeField } from '#rules/catalogue'
import { type ShopAddress, isEnd } from './shop-address.ts'

/**
 * The numbers of an address are written as the shop's language writes them, for a form without script sends what was typed:
 * `1.500` is fifteen hundred in Berlin. The search is asked for them with a point.
 */

type Shop = { currency: string; locale: string }

/** What may stand as a price in an address. */
export const priceField = (shop: Shop): NumberField => amountField(shop)

/** The number that an address says, with a point; empty where it says none of this field. */
export function plainIn(text: string, field: NumberField): string {
  const read = plainNumber(text, field, '')
  return 'value' in read ? read.value : ''
}

const written = (text: string, field: NumberField): string => {
  const value = plainIn(text, field)
  return value && writeShort(value, field)
}

/** The list of an address without what is no number: each that is one stands there in one way. */
export const inShop = (address: ShopAddress, shop: Shop): ShopAddress => withNumbers(address, shop, written)

/** The same with its numbers as the search reads them. */
export const withPlainNumbers = (address: ShopAddress, shop: Shop): ShopAddress => withNumbers(address, shop, plainIn)

function withNumbers(address: ShopAddress, shop: Shop, say: (text: string, field: NumberField) => string): ShopAddress {
  const [price, number] = [priceField(shop), attributeField(shop.locale)]
  return {
    ...address,
    minPrice: say(address.minPrice, price),
    maxPrice: say(address.maxPrice, price),
    attributes: address.attributes.flatMap(([name, text]): ShopAddress['attributes'] => {
      const value = isEnd(name) ? say(text, number) : text
      return value === '' ? [] : [[name, value]]
    }),
  }
}
