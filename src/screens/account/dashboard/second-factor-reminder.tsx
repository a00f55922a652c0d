import { Link } from '#ui/navigation/link.tsx'
import { secondFactorTexts } from '../security/second-factor.texts.ts'
import styles from './second-factor-reminder.module.css'
import { useWaysIn } from '../security/ways-in-query.ts'

/** Asks an admin whom a password alone protects to turn the second factor on. Nobody is forced to. */
export function SecondFactorReminder() {
  const { data } = useWaysIn(true)
  if (!data?.password || data.secondFactor.on || data.passkeys.length > 0) return null
  return (
    <p className={styles.reminder}>
      {secondFactorTexts.adminReminder} <Link to="/dashboard/account">{secondFactorTexts.adminReminderLink}</Link>
    </p>
  )
}
