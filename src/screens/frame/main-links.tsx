import { useSession } from '#parts/accounts'
import { NavLink } from '#ui/navigation/link.tsx'
import { frameTexts } from './frame.texts.ts'

/** The links of the bar and of the phone's menu. Dashboard is last, so that its arrival moves nothing. */
export function MainLinks() {
  const { state } = useSession()
  return (
    <>
      <NavLink to="/" end>
        {frameTexts.home}
      </NavLink>
      <NavLink to="/shop">{frameTexts.shop}</NavLink>
      <NavLink to="/order-pad">{frameTexts.quickOrder}</NavLink>
      <NavLink to="/blog">{frameTexts.blog}</NavLink>
      {state === 'signed-in' && <NavLink to="/dashboard">{frameTexts.dashboard}</NavLink>}
    </>
  )
}
