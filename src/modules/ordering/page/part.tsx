import type { ReactNode, Ref } from 'react'
import { Card } from '#ui/data/card.tsx'
import styles from './order-page.module.css'

type PartProps = { title: string; children: ReactNode; headingRef?: Ref<HTMLHeadingElement> }

/** A part of an order's page, with its heading. With `headingRef`, reading can go on there. */
export function Part({ title, children, headingRef }: PartProps) {
  return (
    <Card as="section" className={styles.part}>
      <h2 ref={headingRef} {...(headingRef && { tabIndex: -1 })}>
        {title}
      </h2>
      {children}
    </Card>
  )
}
