import { Icon } from '#ui/icon.tsx'
import { frameTexts } from './frame.texts.ts'
import type { LivingParts } from './frame.tsx'
import styles from './phone-menu.module.css'

const menuId = 'phone-menu'

/** The bar's links as a sheet, on phones. A native popover: it opens before any script has arrived. */
export function PhoneMenu({ parts }: { parts: LivingParts }) {
  return (
    <>
      <button type="button" className={styles.open} popoverTarget={menuId} aria-label={frameTexts.openMenu}>
        <Icon name="menu" size={24} />
      </button>
      <div id={menuId} data-closes popover="auto" role="dialog" aria-label={frameTexts.menu} className={styles.sheet}>
        <div className={styles.head}>
          <p className={styles.title}>{frameTexts.menu}</p>
          <button
            type="button"
            className={styles.open}
            popoverTarget={menuId}
            popoverTargetAction="hide"
            aria-label={frameTexts.closeMenu}
          >
            <Icon name="x" size={24} />
          </button>
        </div>
        <nav aria-label={frameTexts.mainNavigation} className={styles.links}>
          {parts.menuLinks}
        </nav>
        {parts.menuCorner}
      </div>
    </>
  )
}
