import { formatMoney, toMinorUnits } from '#kernel/money'
import { priceSuggestions } from '#parts/finder'
import { type PaidPrice, readOwnPrices } from '#parts/pricing'
import { pricingTexts } from '#texts/pricing'
import { priceClass } from '#ui/data/price.tsx'
import type { Shop } from '#ui/shop.tsx'

type Showing = { isOfPage: boolean; signal: AbortSignal }

/** Shows what whoever is here pays, until the signal says that they have gone. */
export async function showOwnPrices(shop: Shop, { isOfPage, signal }: Showing): Promise<void> {
  if (signal.aborted) return
  const money = (amount: number) => formatMoney(toMinorUnits(amount, shop.currency) ?? 0, shop.currency, shop.locale)
  priceSuggestions(async tools => {
    const prices = await readOwnPrices(tools.map(({ _id }) => _id)).catch(() => undefined)
    return tools.map(tool => {
      const { unitPrice = tool.price } = prices?.get(tool._id) ?? {}
      if (unitPrice === tool.price) return tool
      return { ...tool, price: unitPrice, beside: pricingTexts.listPrice(money(tool.price)) }
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
    if (!price || price.unitPrice === price.listPrice) continue
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

/** The price with the list price beside it, in no more room: nothing around it moves. Gives what takes it back. */
function writePrice(place: HTMLElement, { unitPrice, listPrice }: PaidPrice, money: InMoney): () => void {
  const before = [...place.childNodes]
  const around = place.parentElement ?? place
  const kept = around instanceof HTMLParagraphElement ? [place, around] : [place]
  for (const one of kept) one.style.height = `${one.getBoundingClientRect().height}px`
  const words = element('span', `${pricingTexts.listPriceIs} `)
  words.className = 'visually-hidden'
  const list = element('small', '')
  list.append(words, element('s', money(listPrice)))
  place.replaceChildren(`${money(unitPrice)} `, list)
  const isWider = around.scrollWidth > around.clientWidth || place.offsetWidth > around.clientWidth
  if (isWider) place.style.fontSize = '1.125rem'
  return () => {
    place.replaceChildren(...before)
    for (const one of kept) one.removeAttribute('style')
  }
}

function element(name: string, text: string): HTMLElement {
  const made = document.createElement(name)
  made.textContent = text
  return made
}
