import type { ReactNode } from 'react'
import type { Content } from '#rules/content'
import { LinkButton } from '#ui/controls/button.tsx'
import { homeTexts } from './home.texts.ts'
import styles from './promo-cards.module.css'

/** One drawing for each place: the first card is about oil, the second about filters (content/shop.json). */
const drawings = [<OilCan key="oil" />, <Filters key="filters" />]

/** Up to two cards for what is worth a look this month. */
export function PromoCards({ promos }: { promos: Content['promos'] }) {
  if (promos.length === 0) return null
  return (
    <section aria-label={homeTexts.offers} className={`column ${styles.promos}`}>
      {promos.map((promo, index) => (
        <article
          key={index}
          className={index === 0 ? styles.arrival : styles.offer}
          data-theme={index === 0 ? 'dark' : undefined}
        >
          <div className={styles.words}>
            <p className={styles.eyebrow}>{promo.eyebrow}</p>
            <h2 className={styles.title}>{promo.title}</h2>
            <p className={styles.text}>{promo.text}</p>
            <LinkButton to={promo.action.to} variant={index === 0 ? 'primary' : 'plain'}>
              {promo.action.label}
            </LinkButton>
          </div>
          {drawings[index]}
        </article>
      ))}
    </section>
  )
}

function Drawing({ children }: { children: ReactNode }) {
  return (
    <svg viewBox="0 0 160 200" className={styles.drawing} aria-hidden="true">
      {children}
    </svg>
  )
}

/** A five-litre can that pours a drop. */
function OilCan() {
  return (
    <Drawing>
      <path d="M30 70c0-8 4-12 12-12h26V42h36v16h6c12 0 20 8 20 20v104a8 8 0 0 1-8 8H38a8 8 0 0 1-8-8z" />
      <path d="M72 42V30h28v12M72 36h28M112 72c6 0 8 3 8 8v44c0 6-4 8-8 4l-8-10V80c0-5 2-8 8-8z" />
      <path d="M42 96h48v66H42zM50 108h32M50 116h22M42 150h48" />
      <path d="M42 176h76" />
      <path
        className={styles.accent}
        d="M66 124c6 8 9 12 9 16a9 9 0 0 1-18 0c0-4 3-8 9-16zM132 34c5 7 8 10 8 14a8 8 0 0 1-16 0c0-4 3-7 8-14z"
      />
    </Drawing>
  )
}

/** An air filter behind an oil filter. */
function Filters() {
  return (
    <Drawing>
      <path d="M14 34h120v58H14zM22 42h104v42H22zM32 42v42M42 42v42M52 42v42M62 42v42M72 42v42M82 42v42M92 42v42M102 42v42M112 42v42" />
      <path d="M54 110h72v66c0 6-6 12-14 12H68c-8 0-14-6-14-12zM48 104h84v12H48zM62 104v-6h56v6M66 128v48M78 128v52M90 128v54M102 128v52M114 128v48" />
      <path className={styles.accent} d="M54 146h72v14H54z" />
    </Drawing>
  )
}
