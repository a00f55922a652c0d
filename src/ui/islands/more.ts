import { writtenNumber } from '#kernel/written'
import { formatNumber } from '#kernel/formats'
import { kitTexts } from '../kit.texts.ts'

/**
 * "Show more" of a list within a page: fetches the page that the form leads to, and puts its rows below those that are shown.
 * The list stands in an element with `data-list`, its rows in `ul` or `tbody`, what ends it in `data-end`.
 */
export async function showMore(form: HTMLElement): Promise<void> {
  if (!(form instanceof HTMLFormElement)) return
  form.addEventListener('submit', event => {
    event.preventDefault()
    if (!form.querySelector('[aria-busy]')) void growList(form)
  })
}

const rowsOf = (list: ParentNode | null | undefined) => list?.querySelector('ul, tbody')

async function growList(form: HTMLFormElement): Promise<void> {
  const list = form.closest<HTMLElement>('[data-list]')
  const end = form.closest<HTMLElement>('[data-end]')
  const rows = rowsOf(list)
  if (!list || !end || !rows) return form.submit()
  const button = form.querySelector('button')
  button?.setAttribute('aria-busy', 'true')
  const page = await readPage(form)
  button?.removeAttribute('aria-busy')
  if (typeof page === 'string') return tell(end, page)
  const next = page.querySelector(`[data-list="${list.dataset['list']}"]`)
  rows.append(...(rowsOf(next)?.children ?? []))
  const hadFocus = form.contains(document.activeElement)
  // What says how many are shown is changed and not replaced: only a change is read out.
  const status = end.querySelector<HTMLElement>('[data-total]')
  const others = [...(next?.querySelector('[data-end]')?.childNodes ?? [])]
  end.replaceChildren(
    ...(status ? [status] : []),
    ...others.filter(node => !(node instanceof HTMLElement && node.dataset['total'] !== undefined)),
  )
  if (status) {
    const { locale = 'en' } = document.documentElement.dataset
    const [count, total] = [rows.children.length, writtenNumber(status.dataset['total'])]
    status.textContent = kitTexts.shownOf(formatNumber(count, locale), formatNumber(total, locale))
  }
  // The button has gone, or another one stands in its place.
  if (hadFocus) (end.querySelector('button') ?? end).focus()
  return undefined
}

/** The page that the form leads to; a sentence where it cannot be had. */
async function readPage(form: HTMLFormElement): Promise<Document | string> {
  const values = [...new FormData(form)].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []))
  try {
    const answer = await fetch(`${location.pathname}?${new URLSearchParams(values)}`)
    if (!answer.ok) return kitTexts.unexpectedAnswer(answer.status)
    return new DOMParser().parseFromString(await answer.text(), 'text/html')
  } catch {
    return kitTexts.unreachable
  }
}

function tell(end: Element, sentence: string): void {
  const words = end.querySelector('[role=alert]') ?? end.appendChild(document.createElement('p'))
  words.role = 'alert'
  words.textContent = sentence
}
