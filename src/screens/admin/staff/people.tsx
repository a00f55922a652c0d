import { useState } from 'react'
import { customerRole, may } from '#kernel/access'
import { type StaffMember, type StaffRole, staffContract } from '#contracts/accounts'
import { type SessionAccount, refreshSession, useAccount } from '#parts/accounts'
import { call } from '#ui/calls/call.ts'
import { useAction } from '#ui/calls/use-action.ts'
import { Button } from '#ui/controls/button.tsx'
import { DialogForm } from '#ui/controls/dialogs/dialog-form.tsx'
import { Dialog } from '#ui/controls/dialogs/dialog.tsx'
import { SelectField } from '#ui/controls/field.tsx'
import { Badge } from '#ui/data/badge.tsx'
import { type Column, Table } from '#ui/data/table.tsx'
import { toastSuccess } from '#ui/feedback/toast.ts'
import { RoleOptions } from './role-options.tsx'
import styles from './staff.module.css'
import { staffTexts as texts } from './staff.texts.ts'
import { useRefreshStaff } from './staff-queries.ts'
import { useProof } from './use-proof.tsx'

type PeopleProps = { members: readonly StaffMember[]; roles: readonly StaffRole[] }

export function People({ members, roles }: PeopleProps) {
  const account = useAccount()
  const [chosen, setChosen] = useState<StaffMember>()
  const onClose = () => setChosen(undefined)
  return (
    <section>
      <h2 className={styles.head}>{texts.people}</h2>
      <Table
        caption={texts.peopleCaption}
        captionHidden
        columns={columnsFor(account, roles, setChosen)}
        rows={members}
        keyOf={member => member._id}
      />
      <Dialog open={chosen !== undefined} onClose={onClose} title={chosen && texts.changeTitle(chosen.name)}>
        {chosen && <ChangeRole key={chosen._id} member={chosen} roles={roles} onClose={onClose} />}
      </Dialog>
    </section>
  )
}

function columnsFor(
  account: SessionAccount,
  roles: readonly StaffRole[],
  onChange: (member: StaffMember) => void,
): Column<StaffMember>[] {
  const roleOf = (key: string) => roles.find(role => role.key === key)
  const isWithinOwn = ({ role }: StaffMember) => roleOf(role)?.permissions.every(one => may(account, one)) === true
  return [
    {
      head: texts.email,
      names: true,
      cell: ({ email }) => (
        <span className={styles.email}>
          {email} {email === account.email && <Badge>{texts.you}</Badge>}
        </span>
      ),
    },
    { head: texts.name, cell: ({ name }) => <span className={styles.email}>{name}</span> },
    { head: texts.role, cell: ({ role }) => <Badge tone="ink">{roleOf(role)?.name ?? role}</Badge> },
    {
      head: '',
      headName: texts.actions,
      cell: member =>
        isWithinOwn(member) && (
          <Button size="small" aria-label={texts.changeNamed(member.email)} onClick={() => onChange(member)}>
            {texts.change}
          </Button>
        ),
    },
  ]
}

type ChangeRoleProps = { member: StaffMember; roles: readonly StaffRole[]; onClose: () => void }

function ChangeRole({ member, roles, onClose }: ChangeRoleProps) {
  const account = useAccount()
  const [role, setRole] = useState(member.role)
  const { act, isPending, problem } = useAction()
  const { askedFor, question } = useProof()
  const refresh = useRefreshStaff()
  const isOwn = member.email === account.email
  const save = async () => {
    const done = await act(
      () => call(staffContract.giveRole, { params: { id: member._id }, body: { role } }),
      askedFor(() => void save()),
    )
    if (!done) return
    onClose()
    const name = roles.find(({ key }) => key === role)?.name ?? ''
    toastSuccess(texts.changed(member.email, name))
    // The menu follows what this account may still do; out of reach, it follows later.
    if (isOwn) await refreshSession().catch(() => undefined)
    await refresh()
  }
  return (
    <>
      <DialogForm
        action={texts.save}
        isDangerous={role === customerRole}
        isPending={isPending}
        problem={problem}
        onSubmit={save}
        onClose={onClose}
      >
        <SelectField label={texts.role} value={role} onChange={event => setRole(event.target.value)}>
          <RoleOptions roles={roles.filter(({ key }) => key !== customerRole)} />
          <option value={customerRole}>{texts.noRole}</option>
        </SelectField>
        {role === customerRole && !isOwn && <p className={styles.hint}>{texts.noRoleEffect}</p>}
        {role !== member.role && isOwn && <p className={styles.hint}>{texts.ownEffect}</p>}
      </DialogForm>
      {question}
    </>
  )
}
