import { formatMoney, toMinorUnits } from '#kernel/money'
import { priceSuggestions } from '#parts/finder'
import { type PaidPrice, readOwnPrices } from '#parts/pricing'
import { pricingTexts } from '#texts/pricing'
import { priceClass, signInClass } from '#ui/data/price.tsx'
import type { Shop } from '#ui/shop.tsx'

type Showing = { isOfPage: boolean; signal: AbortSignal }

/** Shows what whoever is here pays, until the signal says that they have gone. */
export async function showOwnPrices(shop: Shop, { isOfPage, signal }: Showing): Promise<void> {
  if (signal.aborted) return
  const money = (amount: number) => formatMoney(toMinorUnits(amount, shop.currency) ?? 0, shop.currency, shop.locale)
  priceSuggestions(async tools => {
    const prices = await readOwnPrices(tools.map(({ _id }) => _id)).catch(() => undefined)
    return tools.map(tool => {
      const { unitPrice, listPrice } = prices?.get(tool._id) ?? {}
      if (unitPrice === undefined || listPrice === undefined) return tool
      const beside = unitPrice === listPrice ? {} : { beside: pricingTexts.listPrice(money(listPrice)) }
      return { ...tool, price: unitPrice, ...beside }
    })
  })
  signal.addEventListener('abort', () => priceSuggestions(undefined))
  if (isOfPage) await priceLists(money, signal)
}

type InMoney = (amount: number) => string

/** Writes into the places of the list prices of cards and rows, and puts these back in the end. */
async function priceLists(money: InMoney, signal: AbortSignal): Promise<void> {
  const places = placesOfPrices()
  if (places.length === 0) return
  const prices = await readOwnPrices([...new Set(places.map(({ id }) => id))])
  if (signal.aborted) return
  for (const { place, id } of places) {
    const price = prices.get(id)
    const isTold = !(place instanceof HTMLAnchorElement)
    if (!price || (isTold && price.unitPrice === price.listPrice)) continue
    signal.addEventListener('abort', writePrice(place, price, money))
  }
}

/** Each price of a tool that a list names by a link to its page. What is alive by itself is left alone. */
function placesOfPrices(): { place: HTMLElement; id: string }[] {
  return [...document.querySelectorAll<HTMLElement>(`.${priceClass}`)].flatMap(place => {
    if (place.closest('[data-island]')) return []
    const link = place.closest('article, li')?.querySelector<HTMLAnchorElement>('a[href^="/shop/"]')
    const id = /^\/shop\/([\da-f-]{36})(?:\/|$)/.exec(link?.pathname ?? '')?.[1]
    return id ? [{ place, id }] : []
  })
}

/** Where both prices do not fit where one did, they are written smaller. */
const smallerSizes = ['1.25rem', '1.125rem', '1rem']
/** What grows by more has begun another line. */
const lineGrowth = 8

/**
 * The price, with the list price beside it where that is another one, in no more room: nothing around it moves. Gives what takes
 * it back.
 */
function writePrice(place: HTMLElement, { unitPrice, listPrice }: PaidPrice, money: InMoney): () => void {
  const around = place.parentElement ?? place
  const written = element('span', `${money(unitPrice)} `)
  written.className = place.className.replace(signInClass, '')
  if (unitPrice !== listPrice) written.append(besideIt(money(listPrice)))
  written.style.lineHeight = `${place.getBoundingClientRect().height}px`
  const { height } = around.getBoundingClientRect()
  const room = around.clientWidth
  place.replaceWith(written)
  const isTooLarge = () =>
    around.offsetHeight > height + lineGrowth || around.scrollWidth > room || written.offsetWidth > room
  for (const size of smallerSizes) if (isTooLarge()) written.style.fontSize = size
  around.style.height = `${height}px`
  // In another width it may need another height.
  addEventListener('resize', () => (around.style.height = ''), { once: true })
  return () => {
    written.replaceWith(place)
    around.style.height = ''
  }
}

function besideIt(listPrice: string): HTMLElement {
  const words = element('span', `${pricingTexts.listPriceIs} `)
  words.className = 'visually-hidden'
  const list = element('small', '')
  Object.assign(list.style, { color: 'var(--steel)', font: '400 0.875rem/1 var(--font-body)' })
  list.append(words, element('s', listPrice))
  return list
}

function element(name: string, text: string): HTMLElement {
  const made = document.createElement(name)
  made.textContent = text
  return made
}
