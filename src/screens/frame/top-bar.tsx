import type { Content } from '#rules/content'
import { Icon } from '#ui/icon.tsx'
import { frameTexts } from './frame.texts.ts'
import styles from './top-bar.module.css'

/** The strip above everything: how to reach the shop. */
export function TopBar({ phone, address }: Pick<Content['shop'], 'phone' | 'address'>) {
  return (
    <section aria-label={frameTexts.contact} className={styles.bar} data-theme="dark" data-print="no">
      <div className={`column ${styles.row}`}>
        <a href={`tel:${phone.replace(/[^\d+]/g, '')}`} aria-label={frameTexts.callUs(phone)}>
          <Icon name="phone" size={14} />
          {phone}
        </a>
        <span>
          <Icon name="map-pin" size={14} />
          <span className="visually-hidden">{frameTexts.visitUs('')}</span>
          {address}
        </span>
      </div>
    </section>
  )
}
