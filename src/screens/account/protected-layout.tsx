import { Outlet } from 'react-router'
import { Protected } from '#parts/accounts'

/** The pages that need an account. They are made in the browser only, because that is where the token is. */
export default function ProtectedLayout() {
  return (
    <Protected>
      <Outlet />
    </Protected>
  )
}
