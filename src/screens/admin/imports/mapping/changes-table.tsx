import { useId } from 'react'
import { formatDay } from '#kernel/days'
import { type Column, Table } from '#ui/data/table.tsx'
import { Placeholders } from '#ui/feedback/placeholders.tsx'
import { ReadFailed } from '#ui/feedback/read-failed.tsx'
import { useShop } from '#ui/shop.tsx'
import { SectionTitle } from '#ui/navigation/page-title.tsx'
import type { Import, ImportChange } from '#contracts/imports'
import { mappingTexts as texts } from '#texts/imports'
import { useChanges } from '../import-queries.ts'
import parent from '../imports.module.css'
import styles from './mapping.module.css'
import { writtenFactor } from './use-mapping.ts'

const columns = (): readonly Column<ImportChange>[] => [
  {
    head: texts.part,
    names: true,
    cell: ({ part, name, isNew, parts }) => (
      <span className={parent.pair}>
        <b>
          <bdi>{part}</bdi>
        </b>
        <span>
          <bdi>{name}</bdi>
          {isNew && ` (${texts.isNew(parts)})`}
        </span>
      </span>
    ),
  },
  { head: texts.change, cell: row => <Changes row={row} /> },
]

/** What the first parts and categories of an import are, and what they become: whether a list is read as it is meant shows before it goes in. */
export function ChangesTable({ item }: { item: Import }) {
  const titleId = useId()
  const { data, error, isFetching, refetch } = useChanges(item)
  return (
    <section className={parent.section} aria-labelledby={titleId}>
      <SectionTitle id={titleId}>{texts.changes}</SectionTitle>
      {item.currency && <Converted currency={item.currency} />}
      <p className={parent.fine}>{texts.changesLead}</p>
      {error && !data && (
        <ReadFailed title={texts.changesFailed} error={error} isTrying={isFetching} onTry={() => void refetch()} />
      )}
      {!error && !data && <Placeholders count={4} className={parent.waiting} />}
      {data?.length === 0 && <p className={parent.fine}>{texts.changesNone}</p>}
      {data && data.length > 0 && (
        <Table caption={texts.changes} captionHidden columns={columns()} rows={data} keyOf={keyOf} />
      )}
    </section>
  )
}

/** The days on which rates were said are the shop's. */
function Converted({ currency }: { currency: NonNullable<Import['currency']> }) {
  const shop = useShop()
  const { rate, saidOn = '' } = currency
  const written = { ...currency, rate: writtenFactor(rate, shop) }
  return <p>{texts.converted(written, { day: formatDay(saidOn, shop.locale) })}</p>
}

const keyOf = ({ part, name, changes }: ImportChange) => [part, name, ...changes.map(({ column }) => column)].join('\n')

function Changes({ row: { changes } }: { row: ImportChange }) {
  return (
    <ul className={styles.change}>
      {changes.map(({ column, was, becomes }) => (
        <li key={column}>
          {texts.columnName(column)}: {was !== '' && <bdi className={styles.was}>{was}</bdi>}
          {was !== '' && <span aria-label={texts.becomes}> → </span>}
          <bdi>{becomes === '' ? texts.nothing : becomes}</bdi>
        </li>
      ))}
    </ul>
  )
}
