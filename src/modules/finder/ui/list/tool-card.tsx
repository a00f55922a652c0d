import { formatNumber, numberFormat } from '#kernel/formats'
import type { ReactNode } from 'react'
import type { Tool } from '#contracts/catalogue'
import { AddForm } from '../add-form.tsx'
import { purchasePath } from '../purchase-path.ts'
import { withVehicle } from '../shop-address.ts'
import { stockStateOf, toolPath } from '#rules/catalogue'
import { Badge } from '#ui/data/badge.tsx'
import { LinkButton } from '#ui/controls/button.tsx'
import { Card } from '#ui/data/card.tsx'
import { Link } from '#ui/navigation/link.tsx'
import { Picture } from '#ui/data/picture.tsx'
import { Price } from '#ui/data/price.tsx'
import { useShop } from '#ui/shop.tsx'
import { Stars } from '#ui/data/stars.tsx'
import { catalogueTexts } from '#texts/catalogue'
import styles from './tool-card.module.css'

export type ToolTag = keyof typeof catalogueTexts.tags

/**
 * How wide a card's picture is, for the browser's choice among the stored widths: on a phone the card lies on its side, and
 * beside filters there is less room.
 */
const pictureSizes = (isBesideFilters: boolean) =>
  `(max-width: 35rem) 104px, (max-width: 39rem) 90vw, (max-width: 60rem) 45vw, ${isBesideFilters ? 260 : 300}px`

/** How wide the same picture is on the tool's own page. */
export const largePictureSizes = '(max-width: 47.5rem) calc(100vw - 2.5rem), 620px'

const oneDigit = { minimumFractionDigits: 1 }

type ToolCardProps = {
  tool: Tool
  tag?: ToolTag | undefined
  /** Whether it is likely to be seen at once. */
  isSeenAtOnce?: boolean
  /** Whether the list shares its width with filters. */
  isBesideFilters?: boolean
  /** The vehicle that the list is for: it travels on with every link. */
  vehicle?: number | undefined
  /** Whether some tool of the list has a picture. Where none has, a column of empty frames would say nothing. */
  hasPictures?: boolean
  /** What the search that found it says of it. */
  children?: ReactNode
}

/** A tool in a list: what it is, what it costs, whether it can be had. Its name leads to its page, the button to the order. */
export function ToolCard(props: ToolCardProps) {
  const { tool, tag, isSeenAtOnce = false, isBesideFilters = false, vehicle, hasPictures = true, children } = props
  return (
    <Card as="article" className={styles.card}>
      <div className={styles.picture} data-bare={!hasPictures || undefined}>
        {hasPictures && (
          <Picture
            picture={tool.picture}
            src={tool.img}
            alt=""
            sizes={pictureSizes(isBesideFilters)}
            priority={isSeenAtOnce ? 'soon' : undefined}
          />
        )}
        {tag && (
          <span className={styles.tag}>
            <Badge tone={tag === 'best-seller' ? 'accent' : 'ink'}>{catalogueTexts.tags[tag]}</Badge>
          </span>
        )}
      </div>
      <p className={styles.maker}>
        <span>{tool.brand}</span>
        {tool.partNumber && <code>{tool.partNumber}</code>}
      </p>
      <h3 className={styles.name}>
        <Link to={withVehicle(toolPath(tool), vehicle)}>{tool.name}</Link>
      </h3>
      {children}
      <Rating tool={tool} />
      <p className={styles.price}>
        <Price amount={tool.price} size="large" /> <span>{catalogueTexts.perUnit(tool)}</span>
      </p>
      <Quantities tool={tool} />
      <Way tool={tool} vehicle={vehicle} />
    </Card>
  )
}

/** Stars, their mean and how many said so; or that nobody has. */
export function Rating({ tool, size = 'small' }: { tool: Tool; size?: 'small' | 'large' }) {
  const { locale } = useShop()
  return (
    <p className={styles.rating}>
      <Stars rating={tool.ratings} size={size} />
      {tool.ratings !== null && (
        <>
          <span aria-hidden="true">{numberFormat(locale, oneDigit).format(tool.ratings)}</span>
          <span className={styles.count}>
            (
            <span className="visually-hidden">
              {catalogueTexts.ratings(tool.ratingCount, formatNumber(tool.ratingCount, locale))}
            </span>
            <span aria-hidden="true">{formatNumber(tool.ratingCount, locale)}</span>)
          </span>
        </>
      )}
    </p>
  )
}

/** Who is sold another least quantity than everyone is shown theirs in the place of `data-minimum`. */
function Quantities({ tool }: { tool: Tool }) {
  const { locale } = useShop()
  const state = stockStateOf(tool)
  return (
    <dl className={styles.quantities}>
      <div>
        <dt>{catalogueTexts.available}</dt>
        <dd data-stock={state === 'in-stock' ? undefined : state}>
          {state === 'sold-out' ? catalogueTexts.soldOut : formatNumber(tool.availableQuantity, locale)}
        </dd>
      </div>
      <div>
        <dt>{catalogueTexts.minimum}</dt>
        <dd data-minimum="">{formatNumber(tool.minimumQuantity, locale)}</dd>
      </div>
    </dl>
  )
}

/** The way to the order. Where there is nothing to order it stays, for its page says what can be done. */
function Way({ tool, vehicle }: { tool: Tool; vehicle: number | undefined }) {
  const canBeOrdered = stockStateOf(tool) === 'in-stock'
  return (
    <div className={styles.ways}>
      <LinkButton
        to={purchasePath(tool._id, { vehicle })}
        wide
        {...(!canBeOrdered && { variant: 'quiet' })}
        aria-label={catalogueTexts.purchaseNamed(tool.name)}
      >
        {catalogueTexts.purchase}
      </LinkButton>
      {canBeOrdered && <AddForm tool={tool} vehicle={vehicle} />}
    </div>
  )
}
