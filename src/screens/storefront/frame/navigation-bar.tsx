import { SearchBox, WhoIsHere } from '#parts/finder'
import { contentTexts } from '../frame.texts.ts'
import { Brand } from './brand.tsx'
import { MainLinks } from './main-links.tsx'
import styles from './navigation-bar.module.css'
import { PhoneMenu } from './phone-menu.tsx'
import { SessionCorner } from './session-corner.tsx'

/** The bar that stays: the brand, the search, the ways through the shop, and who is here. */
export function NavigationBar({ shopName }: { shopName: string }) {
  return (
    <header className={styles.bar} data-print="no">
      <div className={`column ${styles.row}`}>
        <Brand name={shopName} />
        <SearchBox />
        <WhoIsHere />
        <nav aria-label={contentTexts.mainNavigation} className={styles.links}>
          <MainLinks />
        </nav>
        <div className={styles.corner}>
          <SessionCorner />
        </div>
        <PhoneMenu />
      </div>
    </header>
  )
}
