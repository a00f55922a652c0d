import { useState } from 'react'
import { type Permission, may, permissions as allPermissions } from '#kernel/access'
import { type StaffRole, staffContract } from '#contracts/accounts'
import { refreshSession, useAccount } from '#parts/accounts'
import { call } from '#ui/calls/call.ts'
import { useAction } from '#ui/calls/use-action.ts'
import { DialogForm } from '#ui/controls/dialogs/dialog-form.tsx'
import { Dialog } from '#ui/controls/dialogs/dialog.tsx'
import { TextField } from '#ui/controls/field.tsx'
import { toastSuccess } from '#ui/feedback/toast.ts'
import styles from './staff.module.css'
import { permissionTexts, staffTexts as texts } from './staff.texts.ts'
import { useRefreshStaff } from './staff-queries.ts'
import { useProof } from './use-proof.tsx'

type EditRoleProps = { role: StaffRole | 'new' | undefined; onClose: () => void }

/** Makes a role, or changes one: its name and what it may do. */
export function EditRole({ role, onClose }: EditRoleProps) {
  const isNew = role === 'new'
  const title = isNew ? texts.newRole : role && texts.editTitle(role.name)
  return (
    <Dialog open={role !== undefined} onClose={onClose} title={title}>
      {role && <Editing role={isNew ? undefined : role} onClose={onClose} />}
    </Dialog>
  )
}

function Editing({ role, onClose }: { role: StaffRole | undefined; onClose: () => void }) {
  const account = useAccount()
  const [name, setName] = useState(role?.name ?? '')
  const [ticked, setTicked] = useState<readonly Permission[]>(role?.permissions ?? [])
  const [nameError, setNameError] = useState<string>()
  const { act, isPending, problem } = useAction()
  const { askedFor, question } = useProof()
  const refresh = useRefreshStaff()

  const save = async () => {
    setNameError(undefined)
    const body = { name, permissions: [...ticked] }
    const prove = askedFor(() => void save())
    const send = (): Promise<object> =>
      role
        ? call(staffContract.changeRole, { params: { key: role.key }, body: { ...body, version: role.version } })
        : call(staffContract.addRole, { body })
    const done = await act(send, refusal => {
      setNameError(refusal.errors.find(({ field }) => field === 'name')?.message)
      prove(refusal)
    })
    if (!done) return
    onClose()
    toastSuccess(texts.saved(name.trim()))
    // It may be one's own role.
    await refreshSession().catch(() => undefined)
    await refresh()
  }
  const toggle = (permission: Permission) =>
    setTicked(ticked =>
      ticked.includes(permission) ? ticked.filter(one => one !== permission) : [...ticked, permission],
    )
  return (
    <>
      <DialogForm
        action={texts.save}
        isPending={isPending}
        problem={nameError ? undefined : problem}
        onSubmit={save}
        onClose={onClose}
      >
        <TextField
          label={texts.roleName}
          value={name}
          onChange={event => setName(event.target.value)}
          autoComplete="off"
          error={nameError}
        />
        <fieldset className={styles.ticks}>
          <legend>{texts.permissions}</legend>
          {allPermissions.map(permission => (
            <label key={permission} className={styles.tick}>
              <input
                type="checkbox"
                checked={ticked.includes(permission)}
                disabled={!may(account, permission)}
                title={may(account, permission) ? undefined : texts.beyond}
                onChange={() => toggle(permission)}
              />
              {permissionTexts[permission]}
            </label>
          ))}
        </fieldset>
      </DialogForm>
      {question}
    </>
  )
}
