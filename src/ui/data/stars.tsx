import { numberFormat } from '#kernel/formats'
import { classNames } from '../class-names.ts'
import { kitTexts } from '../kit.texts.ts'
import styles from './stars.module.css'
import { useShop } from '../shop.tsx'

const star = 'M10 1.8l2.5 5.3 5.8.8-4.2 4 1 5.8L10 14.9l-5.1 2.8 1-5.8-4.2-4 5.8-.8z'
const places = [0, 20, 40, 60, 80]

/** The one drawing of five stars, once in the document; every rating then is two short references to it. */
export function StarSymbols() {
  return (
    <svg width="0" height="0" className={styles.symbols} aria-hidden="true">
      <symbol id="five-stars" viewBox="0 0 100 20">
        {places.map(x => (
          <path key={x} d={star} transform={`translate(${x})`} />
        ))}
      </symbol>
    </svg>
  )
}

type StarsProps = {
  /** 0 to 5, drawn to the nearest half; null when nobody has rated. */
  rating: number | null
  size?: 'small' | 'large'
}

/** A rating to read. Said in words too, so that it is not told by a row of shapes alone. */
export function Stars({ rating, size = 'small' }: StarsProps) {
  const { locale } = useShop()
  if (rating === null) return <span className={styles.none}>{kitTexts.notRated}</span>
  const halves = Math.round(Math.min(5, Math.max(0, rating)) * 2)
  const inWords = numberFormat(locale, { maximumFractionDigits: 1 }).format(rating)
  return (
    <svg
      viewBox="0 0 100 20"
      role="img"
      aria-label={kitTexts.stars(inWords)}
      className={classNames(styles.stars, styles[size])}
    >
      <use href="#five-stars" width="100" height="20" className={styles.empty} />
      <svg width={halves * 10} height="20" viewBox={`0 0 ${halves * 10} 20`}>
        <use href="#five-stars" width="100" height="20" className={styles.full} />
      </svg>
    </svg>
  )
}
