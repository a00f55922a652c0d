import { iconNames } from '../icon-names.ts'
import { Icon } from '../icon.tsx'
import { Link } from '../navigation/link.tsx'
import { ShowMore } from '../feedback/show-more.tsx'
import { kitPageTexts as texts } from './kit-page.texts.ts'
import styles from './kit-page.module.css'

/** Every icon, with the name by which it is asked for. */
export function Icons() {
  return (
    <ul role="list" className={styles.columns}>
      {iconNames.map(name => (
        <li key={name}>
          <Icon name={name} /> <code>{name}</code>
        </li>
      ))}
    </ul>
  )
}

export function Links() {
  return (
    <div className={styles.row}>
      <Link to="/">{texts.link}</Link>
      <ShowMore name="after" next="" at="links">
        {texts.showMore}
      </ShowMore>
    </div>
  )
}
