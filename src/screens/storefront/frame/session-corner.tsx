import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useSession } from '#parts/accounts'
import { Button, type ButtonSize, LinkButton } from '#ui/controls/button.tsx'
import { toastFailure } from '#ui/feedback/toast.ts'
import { contentTexts } from '../frame.texts.ts'
import styles from './session-corner.module.css'

type SessionCornerProps = {
  /** One below the other, as in the phone's menu. */
  wide?: boolean
  /** Called when someone leaves for another page. */
  onGo?: () => void
}

/** Who is here, and the way in or out. While that is not known yet it looks signed out, as the server renders it. */
export function SessionCorner({ wide = false, onGo }: SessionCornerProps) {
  const { state, account } = useSession()
  const look = { size: wide ? 'usual' : 'small', wide } as const
  if (state === 'signed-in' && account) {
    return (
      <div className={styles.corner} data-wide={wide || undefined}>
        <span className={styles.name} title={account.name}>
          {account.name}
        </span>
        <LogOut look={look} onGo={onGo} />
      </div>
    )
  }
  return (
    <div className={styles.corner} data-wide={wide || undefined}>
      <LinkButton to="/login" variant="quiet" onClick={onGo} {...look}>
        {contentTexts.login}
      </LinkButton>
      <LinkButton to="/signUp" variant="primary" onClick={onGo} {...look}>
        {contentTexts.signUp}
      </LinkButton>
    </div>
  )
}

type LogOutProps = { look: { size: ButtonSize; wide: boolean }; onGo: (() => void) | undefined }

function LogOut({ look, onGo }: LogOutProps) {
  const { logOut } = useSession()
  const navigate = useNavigate()
  const [isLeaving, setLeaving] = useState(false)
  const leave = async () => {
    setLeaving(true)
    try {
      await logOut()
    } catch (error) {
      toastFailure(error)
    }
    // Whatever the server said: the person asked to leave, and must not be left looking signed in.
    onGo?.()
    await navigate('/login')
  }
  return (
    <Button variant="quiet" pending={isLeaving} onClick={() => void leave()} {...look}>
      {contentTexts.logOut}
    </Button>
  )
}
