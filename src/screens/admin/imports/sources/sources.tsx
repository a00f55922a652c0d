import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type DataSource, importsContract } from '#contracts/imports'
import { noonOf } from '#parts/finder'
import { sourcesTexts as texts } from '#texts/imports'
import { call } from '#ui/calls/call.ts'
import { useAction } from '#ui/calls/use-action.ts'
import { Button } from '#ui/controls/button.tsx'
import { DialogForm } from '#ui/controls/dialogs/dialog-form.tsx'
import { Dialog } from '#ui/controls/dialogs/dialog.tsx'
import { TextField } from '#ui/controls/field.tsx'
import { DateTime } from '#ui/data/date.tsx'
import type { Column } from '#ui/data/table.tsx'
import { usePagedList } from '#ui/feedback/paged-list.ts'
import { PagedTable } from '#ui/feedback/paged-table.tsx'
import { Placeholders } from '#ui/feedback/placeholders.tsx'
import { toastSuccess } from '#ui/feedback/toast.ts'
import { SectionTitle } from '#ui/navigation/page-title.tsx'
import styles from '../imports.module.css'

const sourcesKey = ['sources']

/** The sources of fitment and numbers, and what buyers read of each. */
export function Sources() {
  const list = usePagedList(sourcesKey, importsContract.listSources, {})
  const [changing, setChanging] = useState<DataSource>()
  const close = () => setChanging(undefined)
  return (
    <section className={styles.section}>
      <SectionTitle>{texts.title}</SectionTitle>
      <p className={styles.fine}>{texts.lead}</p>
      <PagedTable
        list={list}
        waiting={<Placeholders count={2} className={styles.waiting} />}
        failed={texts.failed}
        empty={<p>{texts.none}</p>}
        caption={texts.title}
        columns={columnsWith(setChanging)}
        keyOf={({ id }) => id}
      />
      <Dialog open={changing !== undefined} onClose={close} title={changing && texts.changeOf(changing.name)}>
        {changing && <Naming key={changing.id} source={changing} onClose={close} />}
      </Dialog>
    </section>
  )
}

const columnsWith = (onChange: (source: DataSource) => void): readonly Column<DataSource>[] => [
  { head: texts.name, names: true, cell: ({ name }) => <bdi className={styles.value}>{name}</bdi> },
  {
    head: texts.publicName,
    cell: ({ publicName }) => (publicName === null ? texts.noPublicName : <bdi>{publicName}</bdi>),
  },
  { head: texts.date, cell: ({ date }) => <DateTime value={noonOf(date)} precision="day" /> },
  {
    head: '',
    headName: texts.actions,
    cell: source => (
      <Button
        size="small"
        aria-haspopup="dialog"
        aria-label={texts.changeOf(source.name)}
        onClick={() => onChange(source)}
      >
        {texts.change}
      </Button>
    ),
  },
]

function Naming({ source: { id, name, publicName: before }, onClose }: { source: DataSource; onClose: () => void }) {
  const [publicName, setPublicName] = useState(before ?? '')
  const [wrong, setWrong] = useState<string>()
  const { act, isPending, problem } = useAction()
  const queries = useQueryClient()
  const save = async () => {
    const naming = () => call(importsContract.nameSource, { params: { id }, body: { publicName } })
    if (!(await act(naming, ({ errors }) => setWrong(errors[0]?.message)))) return
    await queries.invalidateQueries({ queryKey: sourcesKey })
    onClose()
    toastSuccess(texts.saved(name))
  }
  return (
    <DialogForm
      action={texts.save}
      isPending={isPending}
      problem={wrong ? undefined : problem}
      onSubmit={save}
      onClose={onClose}
    >
      <TextField
        label={texts.field}
        hint={texts.fieldHint}
        optional
        value={publicName}
        error={wrong}
        onChange={event => {
          setPublicName(event.target.value)
          setWrong(undefined)
        }}
      />
    </DialogForm>
  )
}
