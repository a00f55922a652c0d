import { Outlet } from 'react-router'
import { Protected } from './protected.tsx'

/** The pages that only an admin may open. */
export default function AdminLayout() {
  return (
    <Protected adminOnly>
      <Outlet />
    </Protected>
  )
}
