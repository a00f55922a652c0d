import { categoryPath } from '#rules/catalogue'
import { Icon } from '#ui/icon.tsx'
import { Ways } from '#ui/navigation/ways.tsx'
import { frameTexts } from './frame.texts.ts'
import type { LivingParts } from './frame.tsx'
import styles from './phone-menu.module.css'
import type { FrameData } from './read-frame.ts'

const menuId = 'phone-menu'

/** The bar's links as a sheet, on phones. A native popover: it opens before any script has arrived. */
export function PhoneMenu({ categories, parts }: Pick<FrameData, 'categories'> & { parts: LivingParts }) {
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
        {categories.length > 0 && (
          <nav aria-label={frameTexts.categories} className={styles.categories}>
            <h2>{frameTexts.categories}</h2>
            <Ways ways={categories.map(({ name, path }) => ({ label: name, to: categoryPath(path) }))} isWhole />
          </nav>
        )}
        {parts.menuCorner}
      </div>
    </>
  )
}
