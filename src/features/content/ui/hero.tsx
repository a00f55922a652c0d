import type { Content } from '#rules/content'
import { LinkButton } from '#ui/button.tsx'
import styles from './hero.module.css'
import { HeroDrawing } from './hero-drawing.tsx'

/** The first thing that a visitor sees: what this is, the way in, and a car as the workshop knows it. */
export function Hero({ hero }: { hero: Content['hero'] }) {
  return (
    <section className={styles.hero} data-theme="dark">
      <div className={`column ${styles.row}`}>
        <div className={styles.words}>
          <p className={styles.eyebrow}>{hero.eyebrow}</p>
          <h1 className={styles.title}>{hero.title}</h1>
          <p className={styles.lead}>{hero.lead}</p>
          <LinkButton to={hero.action.to} variant="primary" className={styles.action ?? ''}>
            {hero.action.label}
          </LinkButton>
        </div>
        <HeroDrawing />
      </div>
    </section>
  )
}
