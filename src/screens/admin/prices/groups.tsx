import { type FormEvent, useState } from 'react'
import { type CustomerGroup, customerGroupsContract } from '#contracts/pricing'
import { formatNumber } from '#kernel/formats'
import { call } from '#ui/calls/call.ts'
import { useIdempotencyKey } from '#ui/calls/idempotency-key.ts'
import { useAction } from '#ui/calls/use-action.ts'
import { Button } from '#ui/controls/button.tsx'
import { Dialog } from '#ui/controls/dialogs/dialog.tsx'
import { TextField } from '#ui/controls/field.tsx'
import type { Column } from '#ui/data/table.tsx'
import { PagedTable } from '#ui/feedback/paged-table.tsx'
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
      <Dialog open={open !== undefined} onClose={() => setOpen(undefined)} title={open && texts.membersOf(open.name)}>
        {open && <Members group={open} onClose={() => setOpen(undefined)} />}
      </Dialog>
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
