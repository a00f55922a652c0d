import { addToBasket, tellAdded } from '#parts/ordering'
import { keyFor } from '#ui/calls/idempotency-key.ts'
import { toastFailure } from '#ui/feedback/toast.ts'
import { writtenNumber } from '#kernel/written'
import { beginPage } from './hydrate.tsx'
import { readTypedQuantity } from './typed-quantity.ts'

export { BasketOfAccount } from './basket-of-account.tsx'

/** A form that puts a tool into the basket. A press that failed may be sent again; it counts once. */
export async function addOnSubmit(form: HTMLElement): Promise<void> {
  if (!(form instanceof HTMLFormElement)) return
  beginPage()
  let latest: ReturnType<typeof keyFor> | undefined
  const locale = document.documentElement.lang
  const field = form.querySelector<HTMLInputElement>('input[name=quantity]')
  field?.addEventListener('input', () => field.setCustomValidity(''))
  const add = async (button: HTMLButtonElement | null, quantity: number) => {
    const line = lineOf(form, quantity)
    latest = keyFor(JSON.stringify(line), latest)
    button?.setAttribute('aria-busy', 'true')
    try {
      const problems = await addToBasket([line], latest.key)
      latest = undefined
      tellAdded({ name: nameOf(form), quantity: line.quantity, locale }, problems)
    } catch (error) {
      toastFailure(error)
    } finally {
      button?.removeAttribute('aria-busy')
    }
  }
  form.addEventListener('submit', event => {
    event.preventDefault()
    const button = form.querySelector('button')
    const read = field && readTypedQuantity(field, locale)
    if (!read || button?.hasAttribute('aria-busy')) return
    if ('quantity' in read) void add(button, read.quantity)
    else {
      field.setCustomValidity(read.message)
      field.reportValidity()
    }
  })
}

/** What the form asks for: its tool is the end of where it leads. */
function lineOf(form: HTMLFormElement, quantity: number) {
  const vehicle = writtenNumber(new FormData(form).get('vehicle'))
  return {
    tools_id: new URL(form.action).pathname.split('/').at(-1) ?? '',
    quantity,
    ...(vehicle > 0 && { vehicle }),
  }
}

/** What it is about says the part of the page that it stands in. */
const nameOf = (form: HTMLFormElement) => form.closest('article')?.querySelector('h1, h3')?.textContent ?? ''
