import { useState } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { type PriceListWithRules, priceListsContract } from '#contracts/pricing'
import { call } from '#ui/calls/call.ts'
import { useAction } from '#ui/calls/use-action.ts'
import { Button } from '#ui/controls/button.tsx'
import { DialogForm } from '#ui/controls/dialogs/dialog-form.tsx'
import { Dialog } from '#ui/controls/dialogs/dialog.tsx'
import { Placeholders } from '#ui/feedback/placeholders.tsx'
import { ReadFailed } from '#ui/feedback/read-failed.tsx'
import { toastSuccess } from '#ui/feedback/toast.ts'
import { Breadcrumb } from '#ui/navigation/breadcrumb.tsx'
import { DocumentHead } from '#ui/navigation/document-head.tsx'
import { PageTitle } from '#ui/navigation/page-title.tsx'
import { useCompany } from '../companies/company-queries.ts'
import { Entries } from './entries.tsx'
import { ExportPrices } from './export-prices.tsx'
import { ListForm } from './list-form.tsx'
import { PriceFiles } from './price-files.tsx'
import { useList, useRefreshPrices } from './price-queries.ts'
import styles from './prices.module.css'
import { pricesTexts as texts } from './prices.texts.ts'

/** One price list: whom it is for and when, what it takes off, and its prices. Without an id, a new one. */
export default function PriceListPage() {
  const { id = '' } = useParams()
  const list = useList(id)
  const title = id === '' ? texts.add : (list.data?.name ?? texts.list)
  return (
    <>
      <DocumentHead title={title} hiddenFromSearch />
      <Breadcrumb items={[{ label: texts.title, to: '/dashboard/price-lists' }, { label: title }]} />
      <PageTitle>{title}</PageTitle>
      {id === '' && <NewList />}
      {id !== '' && list.isPending && (
        <Placeholders count={3} className={styles.placeholders} each={styles.placeholder} />
      )}
      {list.isError && !list.data && (
        <ReadFailed
          title={texts.readFailed}
          error={list.error}
          isTrying={list.isFetching}
          onTry={() => void list.refetch()}
        />
      )}
      {list.data && (
        <div className={styles.parts}>
          {/* What was saved by somebody else is another list to change. */}
          <ListForm key={list.data.version} list={list.data} />
          <Entries list={list.data} />
          <ExportPrices list={list.data} />
          <PriceFiles list={list.data} />
          <RemoveList list={list.data} />
        </div>
      )}
    </>
  )
}

/** A new list, for the company from whose page somebody comes. */
function NewList() {
  const [query] = useSearchParams()
  const id = query.get('company') ?? ''
  const company = useCompany(id)
  if (id !== '' && company.isPending)
    return <Placeholders count={1} className={styles.placeholders} each={styles.placeholder} />
  return <ListForm list={undefined} company={company.data} />
}

function RemoveList({ list: { _id: id, name } }: { list: PriceListWithRules }) {
  const [isOpen, setOpen] = useState(false)
  const { act, isPending, problem } = useAction()
  const onClose = () => setOpen(false)
  const navigate = useNavigate()
  const refresh = useRefreshPrices()
  const remove = async () => {
    if (!(await act(() => call(priceListsContract.removePriceList, { params: { id } })))) return
    onClose()
    toastSuccess(texts.removed(name))
    await navigate('/dashboard/price-lists')
    await refresh()
  }
  return (
    <div>
      <Button variant="danger" onClick={() => setOpen(true)}>
        {texts.remove}
      </Button>
      <Dialog open={isOpen} onClose={onClose} title={texts.removeTitle(name)}>
        <DialogForm
          action={texts.remove}
          isDangerous
          isPending={isPending}
          problem={problem}
          onSubmit={remove}
          onClose={onClose}
        >
          <p>{texts.removeEffect}</p>
        </DialogForm>
      </Dialog>
    </div>
  )
}
