import type { Content } from '#rules/content'
import { Brand } from './brand.tsx'
import type { LivingParts } from './frame.tsx'
import { frameTexts } from './frame.texts.ts'
import styles from './navigation-bar.module.css'
import { PhoneMenu } from './phone-menu.tsx'
import type { FrameData } from './read-frame.ts'

type NavigationBarProps = Pick<FrameData, 'categories'> & { shop: Content['shop']; parts: LivingParts }

/** The bar that stays: the brand, the search, the ways through the shop, and who is here. */
export function NavigationBar({ shop, categories, parts }: NavigationBarProps) {
  return (
    <header className={styles.bar} data-print="no">
      <div className={`column ${styles.row}`}>
        <Brand name={shop.name} logo={shop.logo} />
        {parts.search}
        <nav aria-label={frameTexts.mainNavigation} className={styles.links}>
          {parts.links}
        </nav>
        <div className={styles.basket}>{parts.basket}</div>
        <div className={styles.corner}>{parts.corner}</div>
        <PhoneMenu categories={categories} parts={parts} />
      </div>
    </header>
  )
}
