import { useEffect } from 'react'
import { formatNumber } from '#kernel/formats'
import { useSession } from '#parts/accounts'
import { Icon } from '#ui/icon.tsx'
import { Link } from '#ui/navigation/link.tsx'
import { useShop } from '#ui/shop.tsx'
import styles from './basket-link.module.css'
import { basketBarTexts as texts } from './bar.texts.ts'
import { lookAtBasket, useBasketCount } from './counter.ts'

/** The way to the basket, with how many lines it has once that is known. */
export function BasketLink() {
  const { state } = useSession()
  const { locale } = useShop()
  const count = useBasketCount()
  useEffect(() => {
    if (state !== 'loading') void lookAtBasket()
  }, [state])
  const lines = count ? formatNumber(count, locale) : undefined
  return (
    <Link to="/basket" className={styles.link} aria-label={lines ? texts.basketWith(lines, count ?? 0) : texts.basket}>
      <Icon name="shopping-cart" size={22} />
      <span className={styles.count} data-none={!lines || undefined}>
        {lines}
      </span>
    </Link>
  )
}
