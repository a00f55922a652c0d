import type { Details } from '#kernel/refusals'
import { textFor } from '#kernel/texts'
import type { Place } from '#rules/tax'
import type { Terms } from '../sums/totals.rules.ts'
import { deliveryProblems, deliveryTexts, unfitReasons } from './delivery.texts.ts'

/** How goods reach the buyer, and what for. Amounts in minor units of the shop's currency, weights in grams. Pure, for both sides. */

/** Bounds are included; what is left out is no bound. */
export type DeliveryMethod = {
  /** Its name in addresses of programs: it stays when the name for people changes. */
  key: string
  name: string
  /** Where it goes, by codes of ISO 3166; everywhere, if none is named. */
  countries: readonly string[]
  leastGrams?: number | undefined
  mostGrams?: number | undefined
  /** Of the goods, as they are priced. */
  leastGoods?: number | undefined
  mostGoods?: number | undefined
  price: number
  /** From goods of this worth on, it costs nothing. */
  freeFrom?: number | undefined
  /** Within how many working days it arrives. */
  days?: number | undefined
  /** Where goods are picked up. They change hands there, and are taxed by that place and not by the buyer's. */
  pickUp?: Place | undefined
}

export const deliveryLimits = { methods: 50, name: 80, key: 60, days: 365 }

/** The method that every shop has: the shipping fee of its settings. */
export const standardKey = 'standard'

type MethodTerms = Pick<Terms, 'shippingFee' | 'freeShippingFrom'> & { deliveryMethods: readonly DeliveryMethod[] }

/** All methods of a shop, the standard one first: it goes everywhere and takes everything. */
export function methodsOf({ shippingFee: price, freeShippingFrom: freeFrom, deliveryMethods }: MethodTerms) {
  const standard: DeliveryMethod = { key: standardKey, name: deliveryTexts.standard, countries: [], price, freeFrom }
  return { standard, all: [standard, ...deliveryMethods] }
}

/** Why a shop cannot have these methods beside the standard one: a buyer could not tell two of one name apart. */
export function problemOfNames(methods: readonly DeliveryMethod[]): string | undefined {
  const seen = new Set([deliveryTexts.standard.toLowerCase()])
  const twice = methods.find(({ name }) => seen.has(name.toLowerCase()) || !seen.add(name.toLowerCase()))
  return twice && deliveryProblems.nameTaken(twice.name)
}

/** What there is to deliver, and where to; an address of one text has no place that a program knows. */
export type Load = { goods: number; grams: number; place: Place | undefined }

export const priceOfMethod = ({ price, freeFrom }: DeliveryMethod, { goods }: Pick<Load, 'goods'>): number =>
  freeFrom !== undefined && goods >= freeFrom ? 0 : price

/** Why a method does not do for this; undefined where it does. */
export function problemOfMethod(method: DeliveryMethod, { goods, grams, place }: Load) {
  const { countries, leastGrams = 0, mostGrams = Infinity, leastGoods = 0, mostGoods = Infinity } = method
  if (countries.length > 0 && !(place && countries.includes(place.country))) return 'place'
  if (grams > mostGrams) return 'too-heavy'
  if (grams < leastGrams) return 'too-light'
  if (goods > mostGoods) return 'worth-too-much'
  return goods < leastGoods ? 'worth-too-little' : undefined
}

/** Why the requested method is not to be had; `gone`: the shop has none of this key. */
export type Unfit = { method: string; why: 'gone' | NonNullable<ReturnType<typeof problemOfMethod>> }

/** The details of a method that does not do: `choices` are those that would, in words. */
export const unfitDetails = (unfit: Unfit, offered: readonly { method: DeliveryMethod }[]) => ({
  ...unfit,
  choices: deliveryProblems.choices(offered.map(({ method }) => method.name)),
})

/** The same as a sentence. */
export function unfitSentence({ method, why, choices }: Details): string {
  const reason = textFor(unfitReasons, String(why)) ?? unfitReasons.gone
  return deliveryProblems.chooseOther(reason(String(method)), String(choices))
}

/** How an order goes, in words. */
export const deliveryOf = (order: {
  deliveryMethodName: string
  deliveryDays: number | null
  isPickUp: boolean
}): string => methodInWords({ name: order.deliveryMethodName, days: order.deliveryDays, isPickUp: order.isPickUp })

/** Delivery as an order or a choice says it: `Express, within 2 working days`. */
export function methodInWords({
  name,
  days,
  isPickUp,
}: {
  name: string
  days: number | null
  isPickUp: boolean
}): string {
  const more = [isPickUp ? deliveryTexts.pickUp : undefined, days === null ? undefined : deliveryTexts.days(days)]
  return [name, ...more.filter(Boolean)].join(', ')
}
