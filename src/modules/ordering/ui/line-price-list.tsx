import { joined } from '#kernel/sentence'
import { formatNumber } from '#kernel/formats'
import { useMoney } from '#ui/data/price.tsx'
import { useShop } from '#ui/shop.tsx'
import type { Order } from '../orders/orders.contract.ts'
import { otherListPrice } from '../placing/line-price.rules.ts'
import { ordersTexts } from '../orders/orders.texts.ts'

type LinePriceListProps = { line: Order['lines'][number]; currency: string; className: string | undefined }

/** By which price list a line was priced, from how many units on, and what it would have cost without. */
export function LinePriceList({ line, currency, className }: LinePriceListProps) {
  const { locale } = useShop()
  const money = useMoney()
  const { priceList } = line
  const listPrice = otherListPrice(line)
  if (!priceList && listPrice === undefined) return null
  const from = priceList?.from && priceList.from > 1 ? formatNumber(priceList.from, locale) : undefined
  const parts = [
    ...(priceList ? [ordersTexts.linePriceList(priceList.name, from)] : []),
    ...(listPrice === undefined ? [] : [ordersTexts.lineListPrice(money(listPrice, currency))]),
  ]
  return <span className={className}>{joined(parts, ' · ')}</span>
}
