import { type FormEvent, useState } from 'react'
import { type CompanyMember, companiesContract } from '#contracts/companies'
import { call } from '#ui/calls/call.ts'
import { useAction } from '#ui/calls/use-action.ts'
import { Button } from '#ui/controls/button.tsx'
import { QuestionDialog } from '#ui/controls/dialogs/question-dialog.tsx'
import { TextField } from '#ui/controls/field.tsx'
import { Card } from '#ui/data/card.tsx'
import type { Column } from '#ui/data/table.tsx'
import { PagedTable } from '#ui/feedback/paged-table.tsx'
import { SectionTitle } from '#ui/navigation/page-title.tsx'
import styles from './companies.module.css'
import { companiesTexts as texts } from './companies.texts.ts'
import { useMembers, useRefreshCompanies } from './company-queries.ts'

/** Who buys for a company: customers are added by their email, and removed again. */
export function Members({ id }: { id: string }) {
  const members = useMembers(id)
  const [leaving, setLeaving] = useState<CompanyMember>()
  return (
    <Card as="section" className={styles.form}>
      <SectionTitle>{texts.members}</SectionTitle>
      <p className={styles.soft}>{texts.membersLead}</p>
      <AddMember id={id} />
      <PagedTable
        list={members}
        failed={texts.membersFailed}
        empty={<p>{texts.noMembers}</p>}
        caption={texts.members}
        columns={columnsOf(setLeaving)}
        keyOf={member => member._id}
      />
      <RemoveMember id={id} member={leaving} onClose={() => setLeaving(undefined)} />
    </Card>
  )
}

const columnsOf = (onRemove: (member: CompanyMember) => void): readonly Column<CompanyMember>[] => [
  {
    head: texts.name,
    names: true,
    cell: ({ name, email }) => (
      <span className={styles.pair}>
        {name}
        <span>{email}</span>
      </span>
    ),
  },
  {
    head: texts.remove,
    cell: member => (
      <Button size="small" aria-label={texts.removeNamed(member.name)} onClick={() => onRemove(member)}>
        {texts.remove}
      </Button>
    ),
  },
]

type RemoveMemberProps = { id: string; member: CompanyMember | undefined; onClose: () => void }

function RemoveMember({ id, member, onClose }: RemoveMemberProps) {
  const { act, isPending, problem, forget } = useAction()
  const refresh = useRefreshCompanies()
  const { _id: account = '', name = '' } = member ?? {}
  const close = () => {
    forget()
    onClose()
  }
  const remove = async () => {
    if (!(await act(() => call(companiesContract.removeCompanyMember, { params: { id, account } })))) return
    onClose()
    await refresh(id)
  }
  return (
    <QuestionDialog
      open={member !== undefined}
      onClose={close}
      title={texts.removeTitle(name)}
      action={texts.remove}
      isDangerous
      isPending={isPending}
      problem={problem}
      onConfirm={remove}
    >
      <p>{texts.removeEffect}</p>
    </QuestionDialog>
  )
}

function AddMember({ id }: { id: string }) {
  const [email, setEmail] = useState('')
  const [wrong, setWrong] = useState<string>()
  const { act, isPending, problem } = useAction()
  const refresh = useRefreshCompanies()
  const add = async () => {
    setWrong(undefined)
    const send = () => call(companiesContract.addCompanyMember, { params: { id }, body: { email } })
    if (!(await act(send, refusal => setWrong(refusal.errors[0]?.message)))) return
    setEmail('')
    await refresh(id)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isPending) void add()
  }
  return (
    <form noValidate onSubmit={submit} className={styles.line}>
      <TextField
        label={texts.memberEmail}
        type="email"
        value={email}
        autoComplete="off"
        error={wrong ?? problem}
        className={styles.wide}
        onChange={event => setEmail(event.target.value)}
      />
      <Button type="submit" pending={isPending}>
        {texts.addMember}
      </Button>
    </form>
  )
}
