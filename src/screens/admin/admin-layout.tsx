import { Outlet, useLocation } from 'react-router'
import { Protected, useAccount } from '#parts/accounts'
import { accountsTexts } from '#texts/accounts'
import { LinkButton } from '#ui/controls/button.tsx'
import { DocumentHead } from '#ui/navigation/document-head.tsx'
import { PageTitle } from '#ui/navigation/page-title.tsx'
import { isPageFor } from '../account/dashboard/menu.ts'

/** The pages of the shop's own people; anyone else is signed out (specification, section 2). */
export default function AdminLayout() {
  return (
    <Protected staffOnly>
      <PageOfRole />
    </Protected>
  )
}

/** The page, or who can open it to whom it is closed. */
function PageOfRole() {
  const account = useAccount()
  const { pathname } = useLocation()
  if (isPageFor(account, pathname)) return <Outlet />
  return (
    <>
      <DocumentHead title={accountsTexts.notForYou} hiddenFromSearch />
      <PageTitle lead={accountsTexts.notForYouNext}>{accountsTexts.notForYou}</PageTitle>
      <p>
        <LinkButton to="/dashboard">{accountsTexts.toProfile}</LinkButton>
      </p>
    </>
  )
}
