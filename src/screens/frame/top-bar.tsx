import type { Content } from '#rules/content'
import { Icon } from '#ui/icon.tsx'
import { frameTexts } from './frame.texts.ts'
import styles from './top-bar.module.css'

/** The strip above everything: how to reach the shop. A shop that has not said so yet has none. */
export function TopBar({ phone, address }: Pick<Content['shop'], 'phone' | 'address'>) {
  if (!phone && !address) return null
  return (
    <section aria-label={frameTexts.contact} className={styles.bar} data-theme="dark" data-print="no">
      <div className={`column ${styles.row}`}>
        {phone && (
          <a href={`tel:${phone.replace(/[^\d+]/g, '')}`} aria-label={frameTexts.callUs(phone)}>
            <Icon name="phone" size={14} />
            {phone}
          </a>
        )}
        {address && (
          <span>
            <Icon name="map-pin" size={14} />
            <span className="visually-hidden">{frameTexts.visitUs('')}</span>
            {address}
          </span>
        )}
      </div>
    </section>
  )
}
