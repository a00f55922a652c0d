import { hasEarlyInput } from '../early-input.ts'
import { addressUnderWay, stayAt } from '../navigation/position.ts'

/**
 * A form whose choices are followed at once, as filters are. What was pressed before and is still on its way counts: two quick
 * choices are both in the address that the last one leads to.
 */
export async function applyAtOnce(form: HTMLElement): Promise<void> {
  if (!(form instanceof HTMLFormElement)) return
  const apply = (pressed: EventTarget | null) => {
    const address = new URL(addressUnderWay() ?? addressOf(form))
    const values = new FormData(form)
    for (const name of namesOf(form)) {
      address.searchParams.delete(name)
      for (const value of values.getAll(name)) {
        // What is left empty says nothing.
        if (typeof value === 'string' && value !== '') address.searchParams.append(name, value)
      }
    }
    stayAt(address.href, pressed instanceof Element ? pressed : null)
  }
  form.addEventListener('change', ({ target }) => apply(target))
  form.addEventListener('keydown', event => {
    const { key, target } = event
    if (key !== 'Enter' || !(target instanceof HTMLInputElement) || target.type !== 'text') return
    event.preventDefault()
    apply(target)
  })
  // The page is shown again as it was left: what was chosen on it has led to another one.
  addEventListener('pageshow', ({ persisted }) => persisted && form.reset())
  if (hasEarlyInput(form)) apply(document.activeElement)
}

/** Where the form leads, with what it only hands on. */
function addressOf(form: HTMLFormElement): URL {
  const address = new URL(form.action)
  for (const { name, value } of form.querySelectorAll<HTMLInputElement>('input[type=hidden]')) {
    address.searchParams.append(name, value)
  }
  return address
}

/** What the form asks for, and not what it only hands on. */
function namesOf(form: HTMLFormElement): Set<string> {
  const controls = form.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input:not([type=hidden]), select')
  return new Set(Array.from(controls, ({ name }) => name))
}
