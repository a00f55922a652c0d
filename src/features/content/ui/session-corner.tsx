import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useSession } from '#parts/accounts'
import { Button, LinkButton } from '#ui/button.tsx'
import { toastFailure } from '#ui/toast.ts'
import { contentTexts } from '../content.texts.ts'
import styles from './session-corner.module.css'

/** Who is here, and the way in or out. While that is not known yet it looks signed out, as the server renders it. */
export function SessionCorner({ wide = false }: { wide?: boolean }) {
  const { state, account } = useSession()
  if (state === 'signed-in' && account) {
    return (
      <div className={styles.corner} data-wide={wide || undefined}>
        <span className={styles.name} title={account.name}>
          {account.name}
        </span>
        <LogOut wide={wide} />
      </div>
    )
  }
  return (
    <div className={styles.corner} data-wide={wide || undefined}>
      <LinkButton to="/login" variant="quiet" size={wide ? 'usual' : 'small'} wide={wide}>
        {contentTexts.login}
      </LinkButton>
      <LinkButton to="/signUp" variant="primary" size={wide ? 'usual' : 'small'} wide={wide}>
        {contentTexts.signUp}
      </LinkButton>
    </div>
  )
}

function LogOut({ wide }: { wide: boolean }) {
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
    await navigate('/login')
  }
  return (
    <Button variant="quiet" size={wide ? 'usual' : 'small'} wide={wide} pending={isLeaving} onClick={() => void leave()}>
      {contentTexts.logOut}
    </Button>
  )
}
