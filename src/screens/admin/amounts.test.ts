import { describe, expect, it } from 'vitest'
import { priceEntryFormOf, priceListFormOf } from '#contracts/pricing'
import { toolFormOf } from '#contracts/catalogue'
import { nothingTyped, readChange } from './edits/edit-change.ts'
import { emptyTool } from './products/tool-values.ts'

type Shop = { currency: string; locale: string }

const tool = { ...emptyTool, name: 'Disc', description: 'Vented', img: '/images/1', minimumQuantity: '1' }

/** Each form of staff in which an amount is typed: what it sends of it; undefined where it is refused. */
const forms: Record<string, (typed: string, shop: Shop) => string | undefined> = {
  'a product': (price, shop) => toolFormOf(shop).safeParse({ ...tool, availableQuantity: '5', price }).data?.price,
  'a price list': (price, shop) =>
    priceEntryFormOf(shop).safeParse({ tiers: [{ from: '1', price }] }).data?.tiers[0]?.price,
  'an edit of many products': (price, shop) =>
    readChange({ ...nothingTyped, priceHow: 'set', price }, shop).change?.price?.value,
  'the rounding of such an edit': (roundTo, shop) => {
    const { change } = readChange({ ...nothingTyped, priceHow: 'set', price: '1', roundTo }, shop)
    return change?.price?.roundTo === undefined ? undefined : String(change.price.roundTo)
  },
}

describe.each(Object.entries(forms))('an amount typed into the form of %s', (_, send) => {
  it.each([
    ['25.000', 'clp', 'es-CL', '25000'],
    ['12.500', 'kwd', 'en-US', '12.5'],
    ['1.234,50', 'eur', 'de-DE', '1234.5'],
    ['1,234.50 $', 'usd', 'en-US', '1234.5'],
    ['1.500', 'usd', 'en-US', undefined],
    ['12,505', 'eur', 'de-DE', undefined],
  ])('is read as the shop’s language writes it, or refused: %s', (typed, currency, locale, value) => {
    expect(send(typed, { currency, locale })).toBe(value)
  })
})

/** Each form in which a percentage is typed. */
const percentages: Record<string, (typed: string, shop: Shop) => string | undefined> = {
  'the rule of a price list': (percent, { locale }) =>
    priceListFormOf(locale).safeParse({ name: 'Trade', gross: false, audience: 'everyone', rules: [{ percent }] }).data
      ?.rules?.[0]?.percent,
  'an edit of many products': (price, shop) =>
    readChange({ ...nothingTyped, priceHow: 'percent', price }, shop).change?.price?.value,
}

describe.each(Object.entries(percentages))('a percentage typed into the form of %s', (_, send) => {
  it.each([
    ['19', 'en-US', '19'],
    ['12,5 %', 'de-DE', '12.5'],
    ['0.19', 'en-US', undefined],
    ['0.19 %', 'en-US', '0.19'],
    ['a fifth', 'en-US', undefined],
  ])('counts in hundredths: %s', (typed, locale, value) => expect(send(typed, { currency: 'usd', locale })).toBe(value))
})
