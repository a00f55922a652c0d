import type { Tool } from '#contracts/catalogue'
import { Fact } from '#ui/data/fact.tsx'
import { Picture } from '#ui/data/picture.tsx'
import { BuyersPrice, type ShownOffer } from '#parts/pricing'
import { useShop } from '#ui/shop.tsx'
import { Stars } from '#ui/data/stars.tsx'
import { catalogueTexts } from '#texts/catalogue'
import { ordersTexts } from '#texts/ordering'
import styles from './tool-sheet.module.css'

/** What is being ordered: picture, names, rating, price and how many there are. */
export function ToolHead({ tool, offered }: { tool: Tool; offered: ShownOffer }) {
  const { locale } = useShop()
  return (
    <section className={styles.head}>
      <Picture
        picture={tool.picture}
        src={tool.img}
        alt={ordersTexts.pictureOf(tool.name)}
        sizes="(max-width: 60rem) calc(100vw - 2.5rem), 620px"
        priority="first"
        className={styles.picture ?? ''}
      />
      <div className={styles.names}>
        {(tool.brand || tool.partNumber) && (
          <p className={styles.maker}>
            <span>{tool.brand}</span>
            {tool.partNumber && <code>{tool.partNumber}</code>}
          </p>
        )}
        <h1>{tool.name}</h1>
        <p className={styles.rating}>
          <Stars rating={tool.ratings} />
          {tool.ratings !== null && <span>{tool.ratings.toLocaleString(locale, { minimumFractionDigits: 1 })}</span>}
        </p>
      </div>
      <dl className={styles.facts}>
        <Fact name={ordersTexts.price}>
          <BuyersPrice offered={offered} per={catalogueTexts.perUnit(tool)} />
        </Fact>
        <Fact name={ordersTexts.available}>{tool.availableQuantity.toLocaleString(locale)}</Fact>
        <Fact name={ordersTexts.minimum}>{tool.minimumQuantity.toLocaleString(locale)}</Fact>
        {tool.multiple > 1 && <Fact name={ordersTexts.multiple}>{tool.multiple.toLocaleString(locale)}</Fact>}
        <Fact name={ordersTexts.toolId}>
          <code>{tool._id}</code>
        </Fact>
      </dl>
    </section>
  )
}

/** What there is to read about it. */
export function ToolReading({ tool }: { tool: Tool }) {
  return (
    <div className={styles.reading}>
      {tool.description && (
        <section>
          <h2>{ordersTexts.description}</h2>
          <p className={styles.description}>{tool.description}</p>
        </section>
      )}
      {tool.tags.length > 0 && (
        <section>
          <h2>{ordersTexts.keyFeatures}</h2>
          <ul className={styles.features}>
            {tool.tags.map(tag => (
              <li key={tag}>{tag}</li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}
