import type { ShopLogo } from '#rules/content'
import { Link } from '#ui/navigation/link.tsx'
import styles from './brand.module.css'

/** The shop's logo, which says its name; without one the mark and the name: a cam above its tappet and valve. */
export function Brand({ name, logo }: { name: string; logo?: ShopLogo | undefined }) {
  return (
    <Link to="/" className={styles.brand}>
      {logo ? (
        <img src={logo.src} alt={name} width={logo.width} height={logo.height} className={styles.logo} />
      ) : (
        <>
          <svg viewBox="0 0 32 32" className={styles.mark} aria-hidden="true">
            <path d="M12 3.5a5 5 0 0 1 8.5 5.2c-1.6 2.4-4.5 4.5-7.4 4.9-1.9.2-2.7-1.3-2.7-3.4 0-2.6.3-4.8 1.6-6.7z" />
            <path className={styles.valve} d="M8.5 29.5c4.3-.4 6.5-2.2 6.5-5V22h2v2.5c0 2.8 2.2 4.6 6.5 5z" />
            <rect className={styles.tappet} x="9.2" y="14.8" width="13.6" height="6.7" rx="1" />
          </svg>
          {name}
        </>
      )}
    </Link>
  )
}
