import type { Content } from '#rules/content'
import { Icon } from '#ui/icon.tsx'
import { homeTexts } from './home.texts.ts'
import styles from './service-banners.module.css'

const icons = { truck: 'truck', shield: 'shield-check', card: 'credit-card', clock: 'clock' } as const

/** Up to four promises that the shop keeps. */
export function ServiceBanners({ services }: { services: Content['services'] }) {
  if (services.length === 0) return null
  return (
    <section aria-label={homeTexts.services} className="column">
      <ul role="list" className={styles.services}>
        {services.map(({ icon, title, text }, index) => (
          <li key={index}>
            <Icon name={icons[icon]} size={36} stroke={1.4} className={styles.icon} />
            <h2 className={styles.title}>{title}</h2>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
