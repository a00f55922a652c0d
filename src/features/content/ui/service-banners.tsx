import Clock from 'lucide-react/icons/clock'
import CreditCard from 'lucide-react/icons/credit-card'
import ShieldCheck from 'lucide-react/icons/shield-check'
import Truck from 'lucide-react/icons/truck'
import type { Content } from '#rules/content'
import { contentTexts } from '../content.texts.ts'
import styles from './service-banners.module.css'

const icons = { truck: Truck, shield: ShieldCheck, card: CreditCard, clock: Clock }

/** Four promises that the shop keeps. */
export function ServiceBanners({ services }: { services: Content['services'] }) {
  return (
    <section aria-label={contentTexts.services} className="column">
      <ul role="list" className={styles.services}>
        {services.map(({ icon, title, text }) => {
          const Icon = icons[icon]
          return (
            <li key={title}>
              <Icon size={36} strokeWidth={1.4} className={styles.icon} aria-hidden="true" />
              <h2 className={styles.title}>{title}</h2>
              <p>{text}</p>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
