import { useSession } from '#parts/accounts'
import { NavLink } from '#ui/navigation/link.tsx'
import { contentTexts } from '../frame.texts.ts'

/** The links of the bar and of the phone's menu. Dashboard is last, so that its arrival moves nothing. */
export function MainLinks({ onGo }: { onGo?: () => void }) {
  const { state } = useSession()
  return (
    <>
      <NavLink to="/" end onClick={onGo}>
        {contentTexts.home}
      </NavLink>
      <NavLink to="/shop" onClick={onGo}>
        {contentTexts.shop}
      </NavLink>
      <NavLink to="/blog" onClick={onGo}>
        {contentTexts.blog}
      </NavLink>
      {state === 'signed-in' && (
        <NavLink to="/dashboard" onClick={onGo}>
          {contentTexts.dashboard}
        </NavLink>
      )}
    </>
  )
}
