import { NavLink } from '#ui/navigation/link.tsx'
import styles from './content.module.css'
import { contentTexts as texts } from './content.texts.ts'

/** The screens on which the shop's own words are written. */
export function ContentNav() {
  return (
    <nav aria-label={texts.title} className={styles.nav}>
      <NavLink to="/dashboard/content" end>
        {texts.home}
      </NavLink>
      <NavLink to={documentsPath}>{texts.documents}</NavLink>
      <NavLink to="/dashboard/content/mails">{texts.mails}</NavLink>
    </nav>
  )
}

export const documentsPath = '/dashboard/content/pages'
