import {
  type CardBrand,
  brandOf,
  cvcLength,
  digitsOf,
  expiryProblem,
  formatExpiry,
  groupDigits,
  hasValidCheckDigit,
  isNumberLongEnough,
  readExpiry,
} from '#rules/ordering'
import { type CardProblem, paymentsTexts } from '#texts/ordering'
import { settleTyping } from './typing.ts'

type Part = 'number' | 'expiry' | 'cvc'
type EventName = 'ready' | 'change' | 'focus' | 'blur' | 'escape'
type Handler = (event: object) => void
type StateClasses = { base?: string; complete?: string; empty?: string; focus?: string; invalid?: string }

export type CardElementOptions = { classes?: StateClasses; disabled?: boolean }
export type CardValues = { number: string; month: number; year: number; cvc: string }
export type CardFailure = { type: 'validation_error'; code: CardProblem; message: string }

const parts: readonly Part[] = ['number', 'expiry', 'cvc']

const attributes = () => ({
  number: { autocomplete: 'cc-number', placeholder: paymentsTexts.card.numberPlaceholder, maxlength: '30' },
  expiry: { autocomplete: 'cc-exp', placeholder: paymentsTexts.card.expiry, maxlength: '12' },
  cvc: { autocomplete: 'cc-csc', placeholder: paymentsTexts.card.cvc, maxlength: '4' },
})

let count = 0

/**
 * The sandbox's card field: what Stripe shows in a frame, as three labelled fields of the page itself. Its parts carry
 * `data-card-part`, for the style sheet of the page around it.
 */
export class SandboxCardElement {
  #listeners = new Map<EventName, Set<Handler>>()
  #host: HTMLElement | undefined
  #root: HTMLElement | undefined
  #inputs = new Map<Part, HTMLInputElement>()
  #previous = new Map<Part, string>()
  /** Fields that the person has left: only these are told that something is missing. */
  #left = new Set<Part>()
  #options: CardElementOptions
  #isReady = false
  #ended = new AbortController()

  constructor(options: CardElementOptions = {}) {
    this.#options = options
  }

  /** Aborts when the element is gone for good, so that nothing of its payment stays on the screen. */
  get ended(): AbortSignal {
    return this.#ended.signal
  }

  mount(target: string | HTMLElement): void {
    const host = typeof target === 'string' ? document.querySelector<HTMLElement>(target) : target
    if (!host) throw new Error('there is no such element to mount the card field in')
    this.unmount()
    this.#host = host
    this.#root = this.#build()
    host.replaceChildren(this.#root)
    this.update({})
    queueMicrotask(() => {
      this.#isReady = true
      this.#emit('ready', { elementType: 'card' })
    })
  }

  unmount(): void {
    this.#root?.remove()
    this.#root = undefined
    this.#inputs.clear()
    this.#isReady = false
  }

  destroy(): void {
    this.unmount()
    this.#listeners.clear()
    this.#ended.abort()
  }

  update(options: CardElementOptions): void {
    this.#options = { ...this.#options, ...options }
    for (const input of this.#inputs.values()) input.disabled = this.#options.disabled === true
    this.#showState()
  }

  on(name: EventName, handler: Handler): this {
    this.#listeners.set(name, (this.#listeners.get(name) ?? new Set()).add(handler))
    // React attaches its handlers after mounting: who comes late still learns that the field is ready.
    if (name === 'ready' && this.#isReady) queueMicrotask(() => handler({ elementType: 'card' }))
    return this
  }

  once(name: EventName, handler: Handler): this {
    const single: Handler = event => {
      this.off(name, single)
      handler(event)
    }
    return this.on(name, single)
  }

  off(name: EventName, handler?: Handler): this {
    if (handler) this.#listeners.get(name)?.delete(handler)
    else this.#listeners.delete(name)
    return this
  }

  focus(): void {
    const first = parts.find(part => this.#problemOf(part, true)) ?? 'number'
    this.#inputs.get(first)?.focus()
  }

  blur(): void {
    for (const input of this.#inputs.values()) input.blur()
  }

  clear(): void {
    for (const [part, input] of this.#inputs) {
      input.value = ''
      this.#previous.set(part, '')
    }
    this.#left.clear()
    this.#changed()
  }

  /** What was typed, when it is complete; else what is wrong with it, shown from now on. */
  read(): { values: CardValues } | { failure: CardFailure } {
    for (const part of parts) this.#left.add(part)
    const failure = this.#failure()
    const expiry = readExpiry(this.#textOf('expiry'))
    if (!failure && expiry) {
      return { values: { number: digitsOf(this.#textOf('number')), ...expiry, cvc: this.#textOf('cvc') } }
    }
    this.#changed()
    this.focus()
    return { failure: failure ?? failureOf('incomplete_expiry') }
  }

  #build(): HTMLElement {
    count += 1
    const root = document.createElement('div')
    root.dataset['card'] = ''
    for (const part of parts) root.append(this.#buildPart(part, `sandbox-card-${count}-${part}`))
    root.addEventListener('focusin', event => this.#focusMoved(event, 'focus'))
    root.addEventListener('focusout', event => this.#focusMoved(event, 'blur'))
    root.addEventListener('keydown', event => {
      if (event.key === 'Escape') this.#emit('escape', { elementType: 'card' })
    })
    return root
  }

  #buildPart(part: Part, id: string): HTMLElement {
    const label = document.createElement('label')
    label.htmlFor = id
    label.textContent = paymentsTexts.card[part]
    const input = document.createElement('input')
    const given = {
      id,
      type: 'text',
      inputmode: 'numeric',
      autocapitalize: 'off',
      spellcheck: 'false',
      ...attributes()[part],
    }
    for (const [name, value] of Object.entries(given)) input.setAttribute(name, value)
    input.addEventListener('input', event => this.#typed(part, event))
    input.addEventListener('blur', () => this.#leftField(part))
    this.#inputs.set(part, input)
    const wrapper = document.createElement('div')
    wrapper.dataset['cardPart'] = part
    wrapper.append(label, input)
    return wrapper
  }

  #typed(part: Part, event: Event): void {
    const input = this.#inputs.get(part)
    if (!input) return
    const caret = input.selectionStart ?? input.value.length
    const isBackspace = event instanceof InputEvent && event.inputType === 'deleteContentBackward'
    const typing = { text: input.value, caret, previous: this.#previous.get(part) ?? '', isBackspace }
    const settled = settleTyping(typing, text => this.#format(part, text))
    if (input.value !== settled.text) {
      input.value = settled.text
      input.setSelectionRange(settled.caret, settled.caret)
    }
    this.#previous.set(part, settled.text)
    this.#left.delete(part)
    // Another brand may have a shorter code.
    const code = this.#inputs.get('cvc')
    if (part === 'number' && code) code.value = this.#format('cvc', code.value)
    this.#changed()
    const hasGrown = settled.text.length > typing.previous.length && settled.caret === settled.text.length
    if (hasGrown && document.activeElement === input && !this.#problemOf(part, true)) this.#goOn(part)
  }

  /** A part that is typed whole leads to the next, as at Stripe: nobody has to press there. */
  #goOn(part: Part): void {
    const next = parts[parts.indexOf(part) + 1]
    const input = next && this.#inputs.get(next)
    if (input?.value === '') input.focus()
  }

  #format(part: Part, text: string): string {
    if (part === 'number') return groupDigits(text)
    return part === 'expiry' ? formatExpiry(text) : digitsOf(text).slice(0, cvcLength(this.#brand()))
  }

  #leftField(part: Part): void {
    if (this.#textOf(part) === '') return
    this.#left.add(part)
    this.#changed()
  }

  #focusMoved(event: FocusEvent, name: 'focus' | 'blur'): void {
    const isInside = event.relatedTarget instanceof Node && this.#root?.contains(event.relatedTarget)
    if (isInside) return
    this.#showState(name === 'focus')
    this.#emit(name, { elementType: 'card' })
  }

  #textOf(part: Part): string {
    return this.#inputs.get(part)?.value ?? ''
  }

  #brand(): CardBrand {
    return brandOf(this.#textOf('number'))
  }

  /** `wantsAll`: an unfinished or empty field counts as wrong too. */
  #problemOf(part: Part, wantsAll: boolean): CardProblem | undefined {
    const text = this.#textOf(part)
    if (part === 'number') {
      if (!isNumberLongEnough(text)) return wantsAll ? 'incomplete_number' : undefined
      return hasValidCheckDigit(text) ? undefined : 'invalid_number'
    }
    if (part === 'cvc') return wantsAll && text.length < cvcLength(this.#brand()) ? 'incomplete_cvc' : undefined
    const expiry = readExpiry(text)
    if (!expiry) return wantsAll ? 'incomplete_expiry' : undefined
    return expiryProblem(expiry.month, expiry.year, new Date())
  }

  #failure(): CardFailure | undefined {
    for (const part of parts) {
      const problem = this.#problemOf(part, this.#left.has(part))
      if (problem) return failureOf(problem)
    }
    return undefined
  }

  #changed(): void {
    this.#showState()
    const empty = parts.every(part => this.#textOf(part) === '')
    const complete = parts.every(part => this.#problemOf(part, true) === undefined)
    const value = { postalCode: '' }
    this.#emit('change', { elementType: 'card', brand: this.#brand(), complete, empty, error: this.#failure(), value })
  }

  #showState(hasFocus = this.#root?.contains(document.activeElement) === true): void {
    const failure = this.#failure()
    for (const [part, input] of this.#inputs) {
      input.setAttribute('aria-invalid', String(this.#problemOf(part, this.#left.has(part)) !== undefined))
    }
    const { base = 'StripeElement', complete, empty, focus, invalid } = this.#options.classes ?? {}
    const isEmpty = parts.every(part => this.#textOf(part) === '')
    const isComplete = parts.every(part => this.#problemOf(part, true) === undefined)
    setClass(this.#host, base, this.#root !== undefined)
    setClass(this.#host, complete ?? 'StripeElement--complete', isComplete)
    setClass(this.#host, empty ?? 'StripeElement--empty', isEmpty)
    setClass(this.#host, focus ?? 'StripeElement--focus', hasFocus)
    setClass(this.#host, invalid ?? 'StripeElement--invalid', failure !== undefined)
  }

  #emit(name: EventName, event: object): void {
    for (const handler of this.#listeners.get(name) ?? []) handler(event)
  }
}

function setClass(element: HTMLElement | undefined, name: string, isOn: boolean): void {
  for (const single of name.split(' ').filter(Boolean)) element?.classList.toggle(single, isOn)
}

function failureOf(code: CardProblem): CardFailure {
  return { type: 'validation_error', code, message: paymentsTexts.cardProblems[code] }
}
