import type { ReactNode } from 'react'
import styles from './page-title.module.css'

type PageTitleProps = {
  children: ReactNode
  /** A sentence below. */
  lead?: ReactNode
  /** Buttons at the end of the line. */
  actions?: ReactNode
}

/** The page's one `<h1>`. */
export function PageTitle({ children, lead, actions }: PageTitleProps) {
  return (
    <div className={styles.title}>
      <h1>{children}</h1>
      {actions && <div className={styles.actions}>{actions}</div>}
      {lead && <p className={styles.lead}>{lead}</p>}
    </div>
  )
}

/** The head of a part of a page: an `<h2>` over a rule, with a way to the rest. */
export function SectionTitle({ children, id, link }: { children: ReactNode; id?: string; link?: ReactNode }) {
  return (
    <div className={styles.section}>
      <h2 id={id}>{children}</h2>
      {link}
    </div>
  )
}
