import { useState } from 'react'
import { customerRole, may, ownerRole } from '#kernel/access'
import { type StaffRole, staffContract } from '#contracts/accounts'
import { useAccount } from '#parts/accounts'
import { call } from '#ui/calls/call.ts'
import { useAction } from '#ui/calls/use-action.ts'
import { Button } from '#ui/controls/button.tsx'
import { DialogForm } from '#ui/controls/dialogs/dialog-form.tsx'
import { Dialog } from '#ui/controls/dialogs/dialog.tsx'
import { Badge } from '#ui/data/badge.tsx'
import { Card } from '#ui/data/card.tsx'
import { toastSuccess } from '#ui/feedback/toast.ts'
import { EditRole } from './edit-role.tsx'
import styles from './staff.module.css'
import { permissionTexts, staffTexts as texts } from './staff.texts.ts'
import { useRefreshStaff } from './staff-queries.ts'

/** What each role may do. */
export function Roles({ roles }: { roles: readonly StaffRole[] }) {
  const [edited, setEdited] = useState<StaffRole | 'new'>()
  const [removed, setRemoved] = useState<StaffRole>()
  return (
    <section>
      <div className={styles.rolesHead}>
        <h2 className={styles.head}>{texts.roles}</h2>
        <Button onClick={() => setEdited('new')}>{texts.newRole}</Button>
      </div>
      <p className={styles.hint}>{texts.rolesLead}</p>
      <ul role="list" className={styles.roles}>
        {roles
          .filter(({ key }) => key !== customerRole)
          .map(role => (
            <li key={role.key}>
              <RoleCard role={role} onEdit={() => setEdited(role)} onRemove={() => setRemoved(role)} />
            </li>
          ))}
      </ul>
      <EditRole role={edited} onClose={() => setEdited(undefined)} />
      <RemoveRole role={removed} onClose={() => setRemoved(undefined)} />
    </section>
  )
}

type RoleCardProps = { role: StaffRole; onEdit: () => void; onRemove: () => void }

function RoleCard({ role, onEdit, onRemove }: RoleCardProps) {
  const account = useAccount()
  const isWithinOwn = role.permissions.every(permission => may(account, permission))
  return (
    <Card className={styles.role}>
      <h3 className={styles.roleName}>
        {role.name} <Badge>{texts.members(role.members)}</Badge>
      </h3>
      <Permissions role={role} />
      {!role.isFixed && isWithinOwn && (
        <p className={styles.actions}>
          <Button size="small" aria-label={texts.editNamed(role.name)} onClick={onEdit}>
            {texts.editRole}
          </Button>
          <Button size="small" variant="quiet" aria-label={texts.removeNamed(role.name)} onClick={onRemove}>
            {texts.removeRole}
          </Button>
        </p>
      )}
    </Card>
  )
}

function Permissions({ role: { key, permissions } }: { role: StaffRole }) {
  if (key === ownerRole) return <p className={styles.hint}>{texts.everything}</p>
  if (permissions.length === 0) return <p className={styles.hint}>{texts.nothing}</p>
  return (
    <ul className={styles.permissions}>
      {permissions.map(permission => (
        <li key={permission}>{permissionTexts[permission]}</li>
      ))}
    </ul>
  )
}

function RemoveRole({ role, onClose }: { role: StaffRole | undefined; onClose: () => void }) {
  return (
    <Dialog open={role !== undefined} onClose={onClose} title={role && texts.removeTitle(role.name)}>
      {role && <Removing role={role} onClose={onClose} />}
    </Dialog>
  )
}

function Removing({ role, onClose }: { role: StaffRole; onClose: () => void }) {
  const { act, isPending, problem } = useAction()
  const refresh = useRefreshStaff()
  const remove = async () => {
    const done = await act(() => call(staffContract.removeRole, { params: { key: role.key } }))
    await refresh()
    if (!done) return
    onClose()
    toastSuccess(texts.removed(role.name))
  }
  return (
    <DialogForm
      action={texts.removeRole}
      isDangerous
      isPending={isPending}
      problem={problem}
      onSubmit={remove}
      onClose={onClose}
    >
      <p>{texts.removeEffect}</p>
    </DialogForm>
  )
}
