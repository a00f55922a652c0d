import { type FormEvent, useState } from 'react'
import { type CustomerGroup, customerGroupsContract } from '#contracts/pricing'
import { formatNumber } from '#kernel/formats'
import { call } from '#ui/calls/call.ts'
import { useIdempotencyKey } from '#ui/calls/idempotency-key.ts'
import { useAction } from '#ui/calls/use-action.ts'
import { Button } from '#ui/controls/button.tsx'
import { Dialog } from '#ui/controls/dialogs/dialog.tsx'
import { QuestionDialog } from '#ui/controls/dialogs/question-dialog.tsx'
import { TextField } from '#ui/controls/field.tsx'
import type { Column } from '#ui/data/table.tsx'
import { PagedTable } from '#ui/feedback/paged-table.tsx'
import { toastSuccess } from '#ui/feedback/toast.ts'
import { SectionTitle } from '#ui/navigation/page-title.tsx'
import { useShop } from '#ui/shop.tsx'
import { Members } from './members.tsx'
import { useGroups, useRefreshPrices } from './price-queries.ts'
import styles from './prices.module.css'
import { pricesTexts as texts } from './prices.texts.ts'

/** Groups of customers, each with its members. */
export function Groups() {
  const groups = useGroups()
  const { locale } = useShop()
  const [open, setOpen] = useState<CustomerGroup>()
  const [isAsking, setAsking] = useState(false)
  const close = () => setOpen(undefined)
  if (groups.isPending) return null
  return (
    <section className={styles.part}>
      <SectionTitle>{texts.groups}</SectionTitle>
      <p className={styles.soft}>{texts.groupsLead}</p>
      <PagedTable
        list={groups}
        failed={texts.groupsFailed}
        empty={<p>{texts.noGroups}</p>}
        caption={texts.groups}
        columns={columnsIn(locale, setOpen)}
        keyOf={group => group._id}
      />
      <AddGroup />
      <Dialog open={open !== undefined} onClose={close} title={open && texts.membersOf(open.name)}>
        {open && <Members group={open} onRemove={() => setAsking(true)} />}
      </Dialog>
      <RemoveGroup group={isAsking ? open : undefined} onClose={() => setAsking(false)} onRemoved={close} />
    </section>
  )
}

const columnsIn = (locale: string, onOpen: (group: CustomerGroup) => void): readonly Column<CustomerGroup>[] => [
  { head: texts.group, names: true, cell: ({ name }) => name },
  { head: texts.members, numeric: true, cell: ({ members }) => formatNumber(members, locale) },
  { head: texts.listsOfGroup, numeric: true, cell: ({ lists }) => formatNumber(lists, locale) },
  {
    head: texts.open,
    cell: group => (
      <Button size="small" aria-label={texts.openNamed(group.name)} onClick={() => onOpen(group)}>
        {texts.open}
      </Button>
    ),
  },
]

type RemoveGroupProps = { group: CustomerGroup | undefined; onClose: () => void; onRemoved: () => void }

/** Asks, over its members, before a group goes. */
function RemoveGroup({ group, onClose, onRemoved }: RemoveGroupProps) {
  const { act, isPending, problem, forget } = useAction()
  const refresh = useRefreshPrices()
  const { _id: id = '', name = '' } = group ?? {}
  const close = () => {
    forget()
    onClose()
  }
  const remove = async () => {
    if (!(await act(() => call(customerGroupsContract.removeGroup, { params: { id } })))) return
    onClose()
    onRemoved()
    toastSuccess(texts.groupRemoved(name))
    await refresh()
  }
  return (
    <QuestionDialog
      open={group !== undefined}
      onClose={close}
      title={texts.removeTitle(name)}
      action={texts.removeGroup}
      isDangerous
      isPending={isPending}
      problem={problem}
      onConfirm={remove}
    >
      <p>{texts.removeGroupEffect}</p>
    </QuestionDialog>
  )
}

function AddGroup() {
  const [name, setName] = useState('')
  const [wrong, setWrong] = useState<string>()
  const { act, isPending, problem } = useAction()
  const { keyOf, forget } = useIdempotencyKey()
  const refresh = useRefreshPrices()
  const add = async () => {
    const body = { name }
    const missing = customerGroupsContract.addGroup.body.safeParse(body).error?.issues[0]?.message
    setWrong(missing)
    if (missing) return
    const send = () => call(customerGroupsContract.addGroup, { body, idempotencyKey: keyOf(body) })
    const added = await act(send, refusal => setWrong(refusal.errors[0]?.message))
    if (!added) return
    forget()
    setName('')
    await refresh()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isPending) void add()
  }
  return (
    <form noValidate onSubmit={submit} className={styles.line}>
      <TextField
        label={texts.groupName}
        value={name}
        autoComplete="off"
        error={wrong ?? problem}
        className={styles.wide}
        onChange={event => setName(event.target.value)}
      />
      <Button type="submit" pending={isPending}>
        {texts.addGroup}
      </Button>
    </form>
  )
}
