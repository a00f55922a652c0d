import { formatNumber } from '#kernel/formats'
import type { SearchHit } from '../../search/search.contract.ts'
import { AddForm } from '../add-form.tsx'
import { ListedFit } from './found-by.tsx'
import { MatchedNumber } from './matched-number.tsx'
import { withVehicle } from '../shop-address.ts'
import { hasPicture, stockStateOf, toolPath } from '#rules/catalogue'
import { Link } from '#ui/navigation/link.tsx'
import { Picture } from '#ui/data/picture.tsx'
import { Price } from '#ui/data/price.tsx'
import { useShop } from '#ui/shop.tsx'
import { catalogueTexts } from '#texts/catalogue'
import { Rating } from './tool-card.tsx'
import styles from './tool-rows.module.css'

type ToolRowsProps = { tools: readonly SearchHit[]; vehicle: number | undefined }

/** Tools as dense rows, for those who compare: number, brand, fit, stock, price. Denser still where none has a picture. */
export function ToolRows({ tools, vehicle }: ToolRowsProps) {
  const hasPictures = tools.some(hasPicture)
  return (
    <ul role="list" className={styles.rows}>
      {tools.map(tool => (
        <li key={tool._id}>
          <ToolRow tool={tool} vehicle={vehicle} hasPictures={hasPictures} />
        </li>
      ))}
    </ul>
  )
}

type ToolRowProps = { tool: SearchHit; vehicle: number | undefined; hasPictures: boolean }

function ToolRow({ tool, vehicle, hasPictures }: ToolRowProps) {
  const { locale } = useShop()
  const state = stockStateOf(tool)
  return (
    <article className={styles.row} data-bare={!hasPictures || undefined}>
      {hasPictures && (
        <Picture picture={tool.picture} src={tool.img} alt="" sizes="80px" className={styles.picture ?? ''} />
      )}
      <div className={styles.what}>
        <p className={styles.maker}>
          {tool.brand && <span>{tool.brand}</span>}
          {tool.partNumber && <code>{tool.partNumber}</code>}
        </p>
        <h3 className={styles.name}>
          <Link to={withVehicle(toolPath(tool), vehicle)}>{tool.name}</Link>
        </h3>
        <MatchedNumber tool={tool} />
      </div>
      <div className={styles.facts}>
        {tool.fit && <ListedFit fit={tool.fit} />}
        <Rating tool={tool} />
      </div>
      <div className={styles.offer}>
        <Price amount={tool.price} size="large" />
        <span className={styles.stock} data-stock={state}>
          {state === 'sold-out' ? (
            catalogueTexts.soldOut
          ) : (
            <>
              {catalogueTexts.minimumShort} <span data-minimum="">{formatNumber(tool.minimumQuantity, locale)}</span> ·{' '}
              {catalogueTexts.unitsInStock(formatNumber(tool.availableQuantity, locale))}
            </>
          )}
        </span>
        <AddForm tool={tool} vehicle={vehicle} size="small" />
      </div>
    </article>
  )
}
