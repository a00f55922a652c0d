import type { ReactNode, Ref } from 'react'
import { Footer } from './footer.tsx'
import { frameTexts } from './frame.texts.ts'
import type { FrameData } from './read-frame.ts'
import { NavigationBar } from './navigation-bar.tsx'
import styles from './frame.module.css'
import { TopBar } from './top-bar.tsx'

/** The parts of the frame that know who is here: islands of a page, ordinary parts of the application. */
export type LivingParts = {
  search: ReactNode
  links: ReactNode
  basket: ReactNode
  corner: ReactNode
  /** As the two before, in the phone's menu. */
  menuLinks: ReactNode
  menuCorner: ReactNode
}

type FrameProps = FrameData & { parts: LivingParts; children: ReactNode }

/** The frame of every screen: top bar, navigation, the screen itself in its `Main`, footer. */
export function Frame({ content, categories, year, parts, children }: FrameProps) {
  return (
    <div className={styles.frame}>
      <a href="#main" className={styles.skip} data-print="no">
        {frameTexts.skipToContent}
      </a>
      <TopBar phone={content.shop.phone} address={content.shop.address} />
      <NavigationBar shop={content.shop} categories={categories} parts={parts} />
      {children}
      <Footer content={content} year={year} />
    </div>
  )
}

/** What a screen shows of its own, within the frame. */
export function Main({ ref, children }: { ref?: Ref<HTMLElement>; children: ReactNode }) {
  return (
    <main id="main" ref={ref} tabIndex={-1} className={styles.main}>
      {children}
    </main>
  )
}
