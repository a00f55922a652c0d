import type { Company } from '#contracts/companies'
import { formatNumber } from '#kernel/formats'
import { ListFilters, useFilters } from '#ui/controls/list-filters.tsx'
import type { Column } from '#ui/data/table.tsx'
import { Empty } from '#ui/feedback/empty.tsx'
import { PagedTable } from '#ui/feedback/paged-table.tsx'
import { Placeholders } from '#ui/feedback/placeholders.tsx'
import { DocumentHead } from '#ui/navigation/document-head.tsx'
import { Link } from '#ui/navigation/link.tsx'
import { PageTitle } from '#ui/navigation/page-title.tsx'
import { useShop } from '#ui/shop.tsx'
import styles from './companies.module.css'
import { companiesTexts as texts } from './companies.texts.ts'
import { CompanyForm } from './company-form.tsx'
import { useCompanies } from './company-queries.ts'

/** The companies that buy, and a new one. */
export default function CompaniesPage() {
  const { q } = useFilters()
  const list = useCompanies(q)
  const { locale } = useShop()
  return (
    <>
      <DocumentHead title={texts.title} hiddenFromSearch />
      <PageTitle lead={texts.lead}>{texts.title}</PageTitle>
      <div className={styles.parts}>
        <ListFilters searchLabel={texts.search} />
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
          keyOf={company => company._id}
        />
        {/* Below a list whose height is known. */}
        {!list.isPending && <CompanyForm />}
      </div>
    </>
  )
}

const columnsIn = (locale: string): readonly Column<Company>[] => [
  {
    head: texts.company,
    names: true,
    cell: ({ _id, name }) => <Link to={`/dashboard/companies/${_id}`}>{name}</Link>,
  },
  { head: texts.vatNumber, cell: ({ vatNumber }) => <span className={styles.text}>{vatNumber ?? '–'}</span> },
  { head: texts.members, numeric: true, cell: ({ members }) => formatNumber(members, locale) },
]
