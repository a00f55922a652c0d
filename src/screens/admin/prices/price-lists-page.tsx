import type { PriceList } from '#contracts/pricing'
import { formatNumber } from '#kernel/formats'
import { LinkButton } from '#ui/controls/button.tsx'
import { ListFilters, useFilters } from '#ui/controls/list-filters.tsx'
import type { Column } from '#ui/data/table.tsx'
import { Empty } from '#ui/feedback/empty.tsx'
import { PagedTable } from '#ui/feedback/paged-table.tsx'
import { Placeholders } from '#ui/feedback/placeholders.tsx'
import { DocumentHead } from '#ui/navigation/document-head.tsx'
import { Link } from '#ui/navigation/link.tsx'
import { PageTitle } from '#ui/navigation/page-title.tsx'
import { useShop } from '#ui/shop.tsx'
import { Groups } from './groups.tsx'
import { useLists } from './price-queries.ts'
import styles from './prices.module.css'
import { pricesTexts as texts } from './prices.texts.ts'

/** The price lists, and the groups of customers that they can be given to. */
export default function PriceListsPage() {
  const { q } = useFilters()
  const list = useLists(q)
  const { locale } = useShop()
  return (
    <>
      <DocumentHead title={texts.title} hiddenFromSearch />
      <PageTitle lead={texts.lead}>{texts.title}</PageTitle>
      <div className={styles.parts}>
        <section className={styles.part}>
          <div className={styles.head}>
            <ListFilters searchLabel={texts.search} />
            <LinkButton to="/dashboard/price-lists/new" variant="primary">
              {texts.add}
            </LinkButton>
          </div>
          <PagedTable
            list={list}
            waiting={<Placeholders count={3} className={styles.placeholders} each={styles.placeholder} />}
            failed={texts.failed}
            empty={
              <Empty title={q ? texts.noMatch : texts.none}>
                <p>{q ? texts.noMatchNext : texts.noneNext}</p>
              </Empty>
            }
            caption={texts.caption}
            columns={columnsIn(locale)}
            keyOf={row => row._id}
          />
        </section>
        {/* Below a list whose height is known. */}
        {!list.isPending && <Groups />}
      </div>
    </>
  )
}

const columnsIn = (locale: string): readonly Column<PriceList>[] => [
  {
    head: texts.list,
    names: true,
    cell: list => <Link to={`/dashboard/price-lists/${list._id}`}>{list.name}</Link>,
  },
  { head: texts.for, cell: list => list.group?.name ?? list.company?.name ?? texts.audiences[list.audience] },
  { head: texts.days, cell: daysOf },
  { head: texts.priority, numeric: true, cell: ({ priority }) => formatNumber(priority, locale) },
  { head: texts.entries, numeric: true, cell: ({ entries }) => formatNumber(entries, locale) },
]

function daysOf({ from, until }: PriceList): string {
  if (from && until) return texts.bothDays(from, until)
  if (from) return texts.fromDay(from)
  return until ? texts.untilDay(until) : texts.always
}
