import { formatNumber } from '#kernel/formats'
import { toastNotice, toastSuccess } from '#ui/feedback/toast.ts'
import { basketBarTexts as texts } from './bar.texts.ts'

type Added = { name: string; quantity: number; locale: string }

/** Says what is in the basket now, and how many; where it cannot be ordered like that, why. Leads to the basket. */
export function tellAdded({ name, quantity, locale }: Added, problems: readonly string[]): void {
  const message = texts.added(formatNumber(quantity, locale), name)
  const way = { to: '/basket', label: texts.toBasket }
  if (problems.length === 0) toastSuccess(message, way)
  else toastNotice([`${message}.`, ...problems].join(' '), way)
}
