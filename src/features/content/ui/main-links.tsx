import { NavLink } from 'react-router'
import { useSession } from '#parts/accounts'
import { contentTexts } from '../content.texts.ts'

/** The links of the bar and of the phone's menu. Dashboard is last, so that its arrival moves nothing. */
export function MainLinks({ onGo }: { onGo?: () => void }) {
  const { state } = useSession()
  return (
    <>
      <NavLink to="/" end prefetch="intent" onClick={onGo}>
        {contentTexts.home}
      </NavLink>
      <NavLink to="/shop" prefetch="intent" onClick={onGo}>
        {contentTexts.shop}
      </NavLink>
      <NavLink to="/blog" prefetch="intent" onClick={onGo}>
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
