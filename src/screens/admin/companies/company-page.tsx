import { useParams } from 'react-router'
import { may } from '#kernel/access'
import { useAccount } from '#parts/accounts'
import { LinkButton } from '#ui/controls/button.tsx'
import { Placeholders } from '#ui/feedback/placeholders.tsx'
import { ReadFailed } from '#ui/feedback/read-failed.tsx'
import { Breadcrumb } from '#ui/navigation/breadcrumb.tsx'
import { DocumentHead } from '#ui/navigation/document-head.tsx'
import { PageTitle } from '#ui/navigation/page-title.tsx'
import styles from './companies.module.css'
import { companiesTexts as texts } from './companies.texts.ts'
import { CompanyForm } from './company-form.tsx'
import { useCompany } from './company-queries.ts'
import { Members } from './members.tsx'

/** One company: what it is called, and who buys for it. */
export default function CompanyPage() {
  const { id = '' } = useParams()
  const company = useCompany(id)
  const account = useAccount()
  const title = company.data?.name ?? texts.company
  return (
    <>
      <DocumentHead title={title} hiddenFromSearch />
      <Breadcrumb items={[{ label: texts.title, to: '/dashboard/companies' }, { label: title }]} />
      <PageTitle>{title}</PageTitle>
      {company.isPending && <Placeholders count={2} className={styles.placeholders} each={styles.placeholder} />}
      {company.isError && !company.data && (
        <ReadFailed
          title={texts.readFailed}
          error={company.error}
          isTrying={company.isFetching}
          onTry={() => void company.refetch()}
        />
      )}
      {company.data && (
        <div className={styles.parts}>
          {/* What was saved by somebody else is another company to change. */}
          <CompanyForm key={company.data.version} company={company.data} />
          {may(account, 'prices') && (
            <p>
              <LinkButton to={`/dashboard/price-lists/new?company=${id}`}>{texts.addList}</LinkButton>
            </p>
          )}
          <Members id={id} />
        </div>
      )}
    </>
  )
}
