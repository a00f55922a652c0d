import { formatNumber } from '#kernel/formats'
import { formatMoney, toMinorUnits } from '#kernel/money'
import { storedAccount } from '#parts/accounts'
import { catalogueTexts } from '#texts/catalogue'
import { priceSuggestions } from '#parts/finder'
import { type OwnOffer, type PaidPrice, readOwnPrices } from '#parts/pricing'
import { pricingTexts } from '#texts/pricing'
import { priceClass, signInClass, untoldOf, waysToPrice } from '#ui/data/price.tsx'
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
  if (isOfPage) await showOffers({ money, number: units => formatNumber(units, shop.locale) }, signal)
}

type InMoney = (amount: number) => string
type InWords = { money: InMoney; number: (units: number) => string }

/**
 * Writes what the buyer is offered into the places of what everyone is, and puts these back in the end. What sorts and filters by
 * price says that it goes by everyone's: the list stays in that order.
 */
async function showOffers({ money, number }: InWords, signal: AbortSignal): Promise<void> {
  for (const place of document.querySelectorAll<HTMLElement>('[data-standard]')) {
    const undo = writeWords(place, place.dataset.standard ?? '')
    signal.addEventListener('abort', undo)
  }
  const [prices, minimums, forms] = [placesOfPrices(), placesOfMinimums(), formsOfBasket()]
  const ids = new Set([...prices, ...minimums, ...forms].map(({ id }) => id))
  if (ids.size === 0) return
  const offers = await readOwnPrices([...ids])
  if (signal.aborted) return
  const write = <Place>(places: { place: Place; id: string }[], writeInto: (place: Place, offer: OwnOffer) => Undo) => {
    for (const { place, id } of places) {
      const offer = offers.get(id)
      const undo = offer && writeInto(place, offer)
      if (undo) signal.addEventListener('abort', undo)
    }
  }
  for (const { place, id } of prices) {
    if (!offers.has(id) && place instanceof HTMLAnchorElement) signal.addEventListener('abort', writeWayToPrice(place))
  }
  write(prices, (place, offer) => {
    const isShown = place.textContent === money(offer.unitPrice) && offer.unitPrice === offer.listPrice
    return isShown ? undefined : writePrice(place, offer, money)
  })
  write(minimums, (place, { minimum }) => writeWords(place, number(minimum)))
  write(forms, (form, offer) => writeQuantity(form, offer, number))
}

/** Takes back what was written. */
type Undo = (() => void) | undefined

/** Each price of a tool that a list names by a link to its page. What is alive by itself is left alone. */
const placesOfPrices = () =>
  placesInLists<HTMLElement>(`.${priceClass}`).filter(({ place }) => !place.closest('[data-island]'))

/** Each number of units that a list says is the least that is sold. */
const placesOfMinimums = () => placesInLists<HTMLElement>('[data-minimum]')

function placesInLists<Place extends HTMLElement>(selector: string): { place: Place; id: string }[] {
  return [...document.querySelectorAll<Place>(selector)].flatMap(place => {
    const link = place.closest('article, li')?.querySelector<HTMLAnchorElement>('a[href^="/shop/"]')
    const id = /^\/shop\/([\da-f-]{36})(?:\/|$)/.exec(link?.pathname ?? '')?.[1]
    return id ? [{ place, id }] : []
  })
}

/** Each form that puts a tool into the basket: its tool is the end of where it leads. */
const formsOfBasket = () =>
  [...document.querySelectorAll<HTMLFormElement>('form[data-island="add-to-basket"]')].flatMap(place => {
    const id = new URL(place.action).pathname.split('/').at(-1)
    return id ? [{ place, id }] : []
  })

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

/** Who is signed in and is told no price is not sent to sign in. */
function writeWayToPrice(place: HTMLAnchorElement): () => void {
  const { href } = place
  const account = storedAccount()
  const way = waysToPrice()[account ? untoldOf(account) : 'visitor']
  place.href = way.to
  const words = writeWords(place, way.words)
  return () => {
    place.href = href
    words()
  }
}

function writeWords(place: HTMLElement, words: string): () => void {
  const everyones = place.textContent
  place.textContent = words
  return () => void (place.textContent = everyones)
}

/** Proposes the least that is sold to the buyer, unless they typed a quantity, or what is proposed can be ordered. */
function writeQuantity(form: HTMLFormElement, { minimum, multiple }: OwnOffer, number: InWords['number']): Undo {
  const field = form.elements.namedItem('quantity')
  if (!(field instanceof HTMLInputElement)) return undefined
  const { min, step, value, type } = field
  Object.assign(field, { min: String(minimum), step: String(multiple) })
  const isTyped = value !== field.defaultValue
  const isProposed = type !== 'hidden' && field.validity.valid
  if (!isTyped && !isProposed) field.value = String(minimum)
  const everyones = type === 'hidden' ? writeUnits(form, minimum === 1 ? undefined : number(minimum)) : undefined
  return () => {
    everyones?.()
    Object.assign(field, { min, step, value: isTyped ? field.value : value })
  }
}

/** A button that adds units which nobody has typed says how many, in no more room: where it finds none, ears alone are told. */
function writeUnits(form: HTMLFormElement, units: string | undefined): Undo {
  const button = form.querySelector('button')
  const words = button?.firstElementChild
  if (!button || !words) return undefined
  const [label, name] = [words.textContent, button.getAttribute('aria-label') ?? '']
  const around = form.parentElement ?? form
  const { height } = around.getBoundingClientRect()
  const isTooLarge = () => around.offsetHeight > height + lineGrowth
  words.textContent = catalogueTexts.addUnitsToBasket(units)
  if (isTooLarge()) button.style.paddingInline = '0.5rem'
  if (isTooLarge()) button.style.fontSize = '0.875rem'
  if (isTooLarge()) words.textContent = label
  const tool = form.closest('article')?.querySelector('h1, h3')?.textContent ?? ''
  button.setAttribute('aria-label', catalogueTexts.addToBasketNamed(tool, units))
  return () => {
    words.textContent = label
    Object.assign(button.style, { paddingInline: '', fontSize: '' })
    button.setAttribute('aria-label', name)
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
