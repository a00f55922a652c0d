import { useSearchParams } from 'react-router'
import { Button } from '#ui/controls/button.tsx'
import { DateTime } from '#ui/data/date.tsx'
import { DocumentHead } from '#ui/navigation/document-head.tsx'
import { Empty } from '#ui/feedback/empty.tsx'
import { Link } from '#ui/navigation/link.tsx'
import { ListFilters, useFilters } from '#ui/controls/list-filters.tsx'
import { PageTitle } from '#ui/navigation/page-title.tsx'
import { usePagedList } from '#ui/feedback/paged-list.ts'
import { PagedTable } from '#ui/feedback/paged-table.tsx'
import { Placeholders } from '#ui/feedback/placeholders.tsx'
import type { Column } from '#ui/data/table.tsx'
import { type AuditRow, adminContract } from '#contracts/audit'
import { adminTexts as texts } from '#texts/audit'
import styles from './audit-page.module.css'
import { Changes } from './changes.tsx'

const actionChoice = () => ({
  name: 'action',
  label: texts.action,
  options: Object.entries(texts.actions).map(([value, label]) => ({ value, label })),
})
const fields = () =>
  [
    { name: 'actor', label: texts.actor, type: 'text' },
    { name: 'subject', label: texts.subject, type: 'text' },
    { name: 'from', label: texts.from, type: 'date' },
    { name: 'to', label: texts.to, type: 'date' },
  ] as const

const columns = (): readonly Column<AuditRow>[] => [
  {
    head: texts.when,
    names: true,
    cell: row => (
      <span className={styles.when}>
        <DateTime value={row.at} />
      </span>
    ),
  },
  { head: texts.who, cell: row => <Actor actor={row.actor} /> },
  { head: texts.did, cell: row => <code>{row.action}</code> },
  { head: texts.toWhat, cell: row => <Subject subject={row.subject} /> },
  { head: texts.changes, cell: row => <Changes before={row.before} after={row.after} /> },
]

/** The trail of everything that admins, customers, the provider and the shop itself did. */
export default function AuditPage() {
  const { actor, action, subject, from, to } = useFilters(['from', 'to'])
  const [, setQuery] = useSearchParams()
  const list = usePagedList(['audit'], adminContract.listAudit, { actor, action, subject, from, to })
  const isFiltered = [actor, action, subject, from, to].some(Boolean)
  const clear = () => setQuery({}, { replace: true })
  return (
    <>
      <DocumentHead title={texts.title} hiddenFromSearch />
      <PageTitle lead={texts.lead}>{texts.title}</PageTitle>
      <ListFilters choices={[actionChoice()]} fields={fields()} />
      <PagedTable
        list={list}
        waiting={<Placeholders count={8} className={styles.waiting} />}
        failed={texts.failed}
        empty={
          <Empty
            title={isFiltered ? texts.noMatch : texts.none}
            action={isFiltered && <Button onClick={clear}>{texts.clear}</Button>}
          >
            <p>{isFiltered ? texts.noMatchNext : texts.noneNext}</p>
          </Empty>
        }
        caption={texts.caption}
        columns={columns()}
        keyOf={row => row._id}
      />
    </>
  )
}

function Actor({ actor }: { actor: AuditRow['actor'] }) {
  return (
    <span className={styles.pair}>
      <strong>{actor.name ?? texts.actors[actor.kind]}</strong>
      <span>{actor.isDeleted ? texts.gone : <Breakable text={actor.email ?? ''} />}</span>
    </span>
  )
}

/** An address of mail that is too long for its column goes on in the next line with its host, not with its last letter. */
function Breakable({ text }: { text: string }) {
  const at = text.indexOf('@')
  if (at < 0) return text
  return (
    <>
      {text.slice(0, at)}
      <wbr />
      {text.slice(at)}
    </>
  )
}

/** Where the thing can be looked at, if it has a page. */
const pages = new Map(
  Object.entries({
    order: (id: string) => `/dashboard/allOrders/${id}`,
    tool: (id: string) => `/shop/${id}`,
    import: (id: string) => `/dashboard/imports/${id}`,
  }),
)

function Subject({ subject }: { subject: AuditRow['subject'] }) {
  const page = pages.get(subject.kind)
  const name = subject.label ?? subject.id
  return (
    <span className={styles.pair}>
      {page && subject.label !== null ? (
        <Link to={page(subject.id)}>{name}</Link>
      ) : (
        <strong>
          <Breakable text={name} />
        </strong>
      )}
      <span>{subject.kind}</span>
    </span>
  )
}
