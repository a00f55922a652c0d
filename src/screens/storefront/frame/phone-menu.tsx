import { useRef } from 'react'
import { Icon } from '#ui/icon.tsx'
import { contentTexts } from '../frame.texts.ts'
import { MainLinks } from './main-links.tsx'
import styles from './phone-menu.module.css'
import { SessionCorner } from './session-corner.tsx'

const menuId = 'phone-menu'

/** The bar's links as a sheet, on phones. A native popover: it opens before any script has arrived. */
export function PhoneMenu() {
  const sheet = useRef<HTMLDivElement>(null)
  const close = () => sheet.current?.hidePopover()
  return (
    <>
      <button type="button" className={styles.open} popoverTarget={menuId} aria-label={contentTexts.openMenu}>
        <Icon name="menu" size={24} />
      </button>
      <div ref={sheet} id={menuId} popover="auto" role="dialog" aria-label={contentTexts.menu} className={styles.sheet}>
        <div className={styles.head}>
          <p className={styles.title}>{contentTexts.menu}</p>
          <button
            type="button"
            className={styles.open}
            popoverTarget={menuId}
            popoverTargetAction="hide"
            aria-label={contentTexts.closeMenu}
          >
            <Icon name="x" size={24} />
          </button>
        </div>
        <nav aria-label={contentTexts.mainNavigation} className={styles.links}>
          <MainLinks onGo={close} />
        </nav>
        <SessionCorner wide onGo={close} />
      </div>
    </>
  )
}
