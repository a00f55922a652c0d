import { Outlet } from 'react-router'
import { Protected } from '#parts/accounts'

/** The pages that only an admin may open; anyone else is signed out (specification, section 2). */
export default function AdminLayout() {
  return (
    <Protected adminOnly>
      <Outlet />
    </Protected>
  )
}
