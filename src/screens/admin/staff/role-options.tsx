import { useAccount } from '#parts/accounts'
import { may } from '#kernel/access'
import type { StaffRole } from '#contracts/accounts'

/** The roles as options; those that may do more than whoever chooses cannot be chosen. */
export function RoleOptions({ roles }: { roles: readonly StaffRole[] }) {
  const account = useAccount()
  return roles.map(({ key, name, permissions }) => (
    <option key={key} value={key} disabled={!permissions.every(permission => may(account, permission))}>
      {name}
    </option>
  ))
}
