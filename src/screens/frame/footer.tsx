import type { Content } from '#rules/content'
import { Link } from '#ui/navigation/link.tsx'
import { frameTexts } from './frame.texts.ts'
import { Brand } from './brand.tsx'
import styles from './footer.module.css'

/** The foot of every screen. `year` is the current one. */
export function Footer({ content, year }: { content: Content; year: number }) {
  return (
    <footer className={styles.footer} data-theme="dark" data-print="no">
      <div className={`column ${styles.lists}`}>
        <div className={styles.about}>
          <Brand name={content.shop.name} />
          <p>{content.shop.tagline}</p>
        </div>
        <nav aria-label={frameTexts.footer} className={styles.groups}>
          {content.footer.map(({ title, links }, place) => (
            <section key={place} className={styles.list}>
              <h2>{title}</h2>
              <ul role="list">
                {links.map(({ label, to }, index) => (
                  <li key={index}>
                    <Link to={to}>{label}</Link>
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </nav>
      </div>
      <p className={`column ${styles.copyright}`}>{frameTexts.copyright(content.copyright, year)}</p>
    </footer>
  )
}
