import { useQuery } from '@tanstack/react-query'
import { formatNumber } from '#kernel/formats'
import { useParams } from 'react-router'
import { type ListLine, listsContract } from '#contracts/ordering'
import { withVehicle } from '#parts/finder'
import { toolPath } from '#rules/catalogue'
import { call } from '#ui/calls/call.ts'
import { Price } from '#ui/data/price.tsx'
import { type Column, Table } from '#ui/data/table.tsx'
import { Placeholders } from '#ui/feedback/placeholders.tsx'
import { ReadFailed } from '#ui/feedback/read-failed.tsx'
import { Breadcrumb } from '#ui/navigation/breadcrumb.tsx'
import { DocumentHead } from '#ui/navigation/document-head.tsx'
import { Link } from '#ui/navigation/link.tsx'
import { PageTitle } from '#ui/navigation/page-title.tsx'
import { useShop } from '#ui/shop.tsx'
import styles from './lists.module.css'
import { listsTexts as texts } from './lists.texts.ts'
import { PutIntoBasket } from './put-into-basket.tsx'

/** A list with its lines as they are today. */
export default function ListPage() {
  const { listId = '' } = useParams()
  const { locale } = useShop()
  const list = useQuery({
    queryKey: ['lists', listId],
    queryFn: () => call(listsContract.readList, { params: { id: listId } }),
  })
  const title = list.data?.name ?? texts.title
  return (
    <>
      <DocumentHead title={title} hiddenFromSearch />
      <Breadcrumb items={[{ label: texts.title, to: '/dashboard/lists' }, { label: title }]} />
      <PageTitle>{title}</PageTitle>
      {list.isPending && <Placeholders count={3} className={styles.waiting ?? ''} />}
      {list.error && !list.data && (
        <ReadFailed
          title={texts.listFailed}
          error={list.error}
          isTrying={list.isFetching}
          onTry={() => void list.refetch()}
        />
      )}
      {list.data && (
        <div className={styles.list}>
          <div>
            <PutIntoBasket from={{ list: listId }} label={texts.put} variant="primary" />
          </div>
          <Table
            caption={title}
            captionHidden
            columns={columnsOf(locale)}
            rows={list.data.lines}
            keyOf={line => line.id}
          />
        </div>
      )}
    </>
  )
}

const columnsOf = (locale: string): readonly Column<ListLine>[] => [
  { head: texts.tool, names: true, cell: line => <What line={line} /> },
  { head: texts.quantity, numeric: true, cell: ({ quantity }) => formatNumber(quantity, locale) },
  {
    head: texts.unitPrice,
    numeric: true,
    cell: ({ unitPrice }) => (unitPrice === null ? texts.notSold : <Price amount={unitPrice} />),
  },
  {
    head: texts.differs,
    cell: ({ differs }) => (differs.length === 0 ? texts.nothingDiffers : differs.join(' ')),
  },
]

function What({ line: { tools_id, tool, vehicle, vehicleName, reference } }: { line: ListLine }) {
  return (
    <span className={styles.what}>
      <Link to={withVehicle(toolPath({ _id: tools_id, name: tool.name }), vehicle)}>{tool.name}</Link>
      <small>
        {[tool.brand, tool.partNumber].filter(Boolean).join(' ')}
        {vehicleName && <span>{vehicleName}</span>}
        {reference && <span>{texts.forJob(reference)}</span>}
      </small>
    </span>
  )
}
