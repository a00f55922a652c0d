import { useQuery, useQueryClient } from '@tanstack/react-query'
import { formatNumber } from '#kernel/formats'
import { useRef, useState } from 'react'
import { type SavedList, listsContract } from '#contracts/ordering'
import { call } from '#ui/calls/call.ts'
import { Button, LinkButton } from '#ui/controls/button.tsx'
import { useFocusWhenGone } from '#ui/controls/focus-when-gone.ts'
import { DateTime } from '#ui/data/date.tsx'
import { type Column, Table } from '#ui/data/table.tsx'
import { Empty } from '#ui/feedback/empty.tsx'
import { Placeholders } from '#ui/feedback/placeholders.tsx'
import { ReadFailed } from '#ui/feedback/read-failed.tsx'
import { toastSuccess } from '#ui/feedback/toast.ts'
import { DocumentHead } from '#ui/navigation/document-head.tsx'
import { Link } from '#ui/navigation/link.tsx'
import { PageTitle } from '#ui/navigation/page-title.tsx'
import { useShop } from '#ui/shop.tsx'
import styles from './lists.module.css'
import { listsTexts as texts } from './lists.texts.ts'
import { NameList } from './name-list.tsx'
import { OftenOrderedTools } from './often-ordered.tsx'
import { RemoveList } from './remove-list.tsx'

const listsKey = ['lists']

/** The account's lists, by their names. */
export default function ListsPage() {
  const { locale } = useShop()
  const client = useQueryClient()
  const lists = useQuery({ queryKey: listsKey, queryFn: () => call(listsContract.readLists, {}) })
  const [renamed, setRenamed] = useState<SavedList>()
  const [removed, setRemoved] = useState<{ list: SavedList; pressed: Element }>()
  // The button that asked for a removal goes with its row: reading goes on at the lists.
  const place = useRef<HTMLDivElement>(null)
  const goOn = useFocusWhenGone(() => place.current)
  const refresh = () => client.invalidateQueries({ queryKey: listsKey })
  const rename = async (name: string) => {
    await call(listsContract.renameList, { params: { id: renamed?._id ?? '' }, body: { name } })
    await refresh()
    setRenamed(undefined)
    toastSuccess(texts.renamed(name))
  }
  const columns = columnsOf({
    locale,
    onRename: setRenamed,
    onRemove: (list, pressed) => setRemoved({ list, pressed }),
  })
  return (
    <>
      <DocumentHead title={texts.title} hiddenFromSearch />
      <PageTitle lead={texts.lead}>{texts.title}</PageTitle>
      {lists.isPending && <Placeholders count={3} className={styles.waiting ?? ''} />}
      {lists.error && !lists.data && (
        <ReadFailed
          title={texts.failed}
          error={lists.error}
          isTrying={lists.isFetching}
          onTry={() => void lists.refetch()}
        />
      )}
      <div ref={place} tabIndex={-1}>
        {lists.data?.length === 0 && (
          <Empty
            title={texts.none}
            action={
              <LinkButton to="/order-pad" variant="primary">
                {texts.quickOrder}
              </LinkButton>
            }
          >
            <p>{texts.noneNext}</p>
          </Empty>
        )}
        {lists.data && lists.data.length > 0 && (
          <Table caption={texts.title} captionHidden columns={columns} rows={lists.data} keyOf={list => list._id} />
        )}
      </div>
      <OftenOrderedTools />
      <NameList
        title={texts.renameTitle}
        action={texts.rename}
        name={renamed?.name}
        onClose={() => setRenamed(undefined)}
        onName={rename}
      />
      <RemoveList
        list={removed?.list}
        onClose={() => {
          goOn(removed?.pressed ?? null)
          setRemoved(undefined)
        }}
        onRemoved={refresh}
      />
    </>
  )
}

type Acting = {
  locale: string
  onRename: (list: SavedList) => void
  onRemove: (list: SavedList, pressed: Element) => void
}

const columnsOf = ({ locale, onRename, onRemove }: Acting): readonly Column<SavedList>[] => [
  { head: texts.name, names: true, cell: ({ _id, name }) => <Link to={`/dashboard/lists/${_id}`}>{name}</Link> },
  { head: texts.lines, numeric: true, cell: ({ lines }) => formatNumber(lines, locale) },
  { head: texts.savedAt, cell: ({ savedAt }) => <DateTime value={savedAt} precision="day" /> },
  {
    head: '',
    headName: texts.actions,
    cell: list => (
      <span className={styles.actions}>
        <Button variant="quiet" size="small" aria-label={texts.renameNamed(list.name)} onClick={() => onRename(list)}>
          {texts.rename}
        </Button>
        <Button
          variant="quiet"
          size="small"
          aria-label={texts.removeNamed(list.name)}
          onClick={event => onRemove(list, event.currentTarget)}
        >
          {texts.remove}
        </Button>
      </span>
    ),
  },
]
