import type { ProposedColumn } from '../../src/modules/imports/proposals/propose.rules.ts'
import { mappingIn } from '../../src/screens/admin/imports/mapping/use-mapping.ts'

type Shop = { currency: string; locale: string }

const numberColumn: ProposedColumn = { head: 'Nr', column: 'part_number', by: 'name', samples: [] }

type Typed = { stock?: string; price?: string; times?: string; rate?: string }

/** What the form of an import sends of what was typed; undefined where that is refused. */
function sentMapping({ stock, price, times = '', rate }: Typed, shop: Shop) {
  const meanings = [
    ...(stock === undefined ? [] : [{ column: 'stock', text: 'viele', means: stock } as const]),
    ...(price === undefined ? [] : [{ column: 'price', text: 'auf Anfrage', means: price } as const]),
  ]
  const currency = { code: rate === undefined ? '' : 'xaf', rate: rate ?? '', before: undefined }
  const sent = mappingIn({ columns: [numberColumn], meanings, fixed: [], priceTimes: times, currency }, shop)
  return 'mapping' in sent ? sent.mapping : undefined
}

export const meaningSent = (typed: { stock: string } | { price: string }, shop: Shop): string | undefined =>
  sentMapping(typed, shop)?.meanings?.[0]?.means

export const timesSent = (times: string, shop: Shop): string | undefined => sentMapping({ times }, shop)?.priceTimes

export const rateSent = (rate: string, shop: Shop): string | undefined => sentMapping({ rate }, shop)?.currency?.rate
