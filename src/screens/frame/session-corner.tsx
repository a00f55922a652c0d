import { useState } from 'react'
import { useSession } from '#parts/accounts'
import { Button, type ButtonSize, LinkButton } from '#ui/controls/button.tsx'
import { toastFailure, toastPlace } from '#ui/feedback/toast.ts'
import { useNavigation } from '#ui/navigation/link.tsx'
import { frameTexts } from './frame.texts.ts'
import styles from './session-corner.module.css'

type SessionCornerProps = {
  /** One below the other, as in the phone's menu. */
  wide?: boolean
}

/** Who is here, and the way in or out. While that is not known yet it looks signed out, as the server renders it. */
export function SessionCorner({ wide = false }: SessionCornerProps) {
  const { state, account } = useSession()
  const look = { size: wide ? 'usual' : 'small', wide } as const
  if (state === 'signed-in' && account) {
    return (
      <div className={styles.corner} data-wide={wide || undefined}>
        <span className={styles.name} title={account.name}>
          {account.name}
        </span>
        <LogOut look={look} />
      </div>
    )
  }
  return (
    <div className={styles.corner} data-wide={wide || undefined}>
      <LinkButton to="/login" variant="quiet" {...look}>
        {frameTexts.login}
      </LinkButton>
      <LinkButton to="/signUp" variant="primary" {...look}>
        {frameTexts.signUp}
      </LinkButton>
    </div>
  )
}

type LogOutProps = { look: { size: ButtonSize; wide: boolean } }

function LogOut({ look }: LogOutProps) {
  const { logOut } = useSession()
  const { go } = useNavigation()
  const [isLeaving, setLeaving] = useState(false)
  const leave = async () => {
    setLeaving(true)
    // Whatever the server says, this browser is signed out.
    try {
      await logOut()
      go('/login')
    } catch (error) {
      toastFailure(error)
    }
  }
  return (
    <Button
      variant="quiet"
      pending={isLeaving}
      // Messages must be there to say that the shop is out of reach.
      onPointerEnter={toastPlace.want}
      onFocus={toastPlace.want}
      onClick={() => void leave()}
      {...look}
    >
      {frameTexts.logOut}
    </Button>
  )
}
