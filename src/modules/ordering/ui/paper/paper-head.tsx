import type { ReactNode } from 'react'
import type { Content } from '#rules/content'
import styles from './paper-head.module.css'

type Seller = Content['shop']
type PaperHeadProps = { seller: Pick<Seller, 'name'> & Partial<Seller>; children: ReactNode }

/** The top of what is printed of an order: who sells, and beside it what this is. */
export function PaperHead({ seller: { name, address, phone, logo }, children }: PaperHeadProps) {
  return (
    <header className={styles.head}>
      <div>
        {logo && <img {...logo} alt={name} className={styles.logo} />}
        <p className={styles.name}>{name}</p>
        {address && <p>{address}</p>}
        {phone && <p>{phone}</p>}
      </div>
      {children}
    </header>
  )
}
