import { joined } from '#kernel/sentence'
import { formatBytes, formatNumber } from '#kernel/formats'
import { type AttributeValue, type Tool, type ToolInFull, catalogueContract } from '#contracts/catalogue'
import { summaryOf } from '#kernel/summary'
import {
  AddForm,
  FitAnswerCard,
  FitmentTable,
  FitmentUnread,
  FitUnread,
  NumbersUnread,
  NumberTable,
  ownQuantityOf,
  purchasePath,
  Rating,
  readToolFinder,
  Substitutes,
  type ToolFinder,
  VehicleQuestion,
  withVehicle,
} from '#parts/finder'
import { OwnPrice, type ShownOffer, offeredTo, readShownOffer } from '#parts/pricing'
import { ToolReviews, readToolReviews } from '#parts/reviews'
import { brandPath, categoryPath, formatWeight, numberInWords, stockStateOf, toolPath, trailOf } from '#rules/catalogue'
import { quantityFits } from '#rules/ordering'
import { sharedPictureOf } from '#rules/sharing'
import { Badge } from '#ui/data/badge.tsx'
import { Breadcrumb } from '#ui/navigation/breadcrumb.tsx'
import { LinkButton } from '#ui/controls/button.tsx'
import { DocumentHead } from '#ui/navigation/document-head.tsx'
import { Fact } from '#ui/data/fact.tsx'
import { Link } from '#ui/navigation/link.tsx'
import { Island } from '#ui/islands/island.tsx'
import { useShop } from '#ui/shop.tsx'
import { StructuredData } from '#ui/data/structured-data.tsx'
import { toolTexts } from './tool.texts.ts'
import { catalogueTexts } from '#texts/catalogue'
import { NotFound, type PageRequest, Redirect, type ShopPage, orNotFound } from '../page.ts'
import { productOf } from './product-data.ts'
import { ToolPictures } from './tool-pictures.tsx'
import styles from './tool-page.module.css'

async function read({ call, page, report, params, url }: PageRequest) {
  const { id = '', slug = '' } = params
  const tool = await orNotFound(call(catalogueContract.getTool, { params: { id } }))
  const address = toolPath(tool)
  // One address for each tool: a name that has changed, or was never written, leads to the one that is true now.
  if (`/shop/${id}/${encodeURIComponent(slug)}` !== address) throw new Redirect(address + url.search, 301)
  const [offered, reviews, finder] = await Promise.all([
    readShownOffer(call, tool._id),
    orNotFound(readToolReviews(page, tool, url.searchParams.get('reviews') ?? '')),
    readToolFinder({ call, report }, tool._id, url.searchParams),
  ])
  const chosen = finder.picker.vehicle
  // The last step of the selector, taken without script.
  if (chosen) throw new Redirect(withVehicle(address, chosen.id))
  // Sold a moment ago, and by now no more.
  if (!offered) throw new NotFound()
  return { tool: { ...offeredTo(tool, offered), price: offered.unitPrice }, offered, reviews, finder }
}

type Read = Awaited<ReturnType<typeof read>>

export const toolPage: ShopPage<Read> = { read, Page: ToolPage }

/** The public page of a tool, for visitors and search engines. */
function ToolPage({ data: { tool, offered, reviews, finder } }: { data: Read }) {
  const { vehicle, fit, fitment, numbers } = finder
  const shop = useShop()
  return (
    <div className={`column ${styles.page}`}>
      <DocumentHead
        title={titleOf(tool)}
        description={summaryOf(tool.description, tool.tags.join(', '), catalogueTexts.shopDescription)}
        path={toolPath(tool)}
        type="product"
        picture={sharedPictureOf(tool.picture)}
      />
      <StructuredData things={[productOf(tool, { ...shop, numbers: numbers?.numbers ?? [] })]} />
      <Breadcrumb items={trailTo(tool)} />
      <VehicleQuestion
        vehicle={vehicle}
        isGone={finder.isVehicleGone}
        picker={finder.picker}
        action={toolTexts.checkFit}
        words={toolTexts.checkedFor}
        path={toolPath(tool)}
      />
      <article className={styles.tool}>
        <ToolPictures tool={tool} />
        <div className={styles.decision}>
          <p className={styles.maker}>
            <span>{tool.brand}</span>
            {tool.partNumber && <code>{tool.partNumber}</code>}
          </p>
          <h1>{tool.name}</h1>
          <Rating tool={tool} size="large" />
          {vehicle && (fit ? <FitAnswerCard fit={fit} vehicle={vehicle} /> : <FitUnread />)}
          <Offer tool={tool} offered={offered} finder={finder} />
        </div>
        <div className={styles.reading}>
          <section>
            <h2>{toolTexts.description}</h2>
            <p className={styles.description}>{tool.description}</p>
          </section>
          {tool.tags.length > 0 && (
            <section>
              <h2>{toolTexts.keyFeatures}</h2>
              <ul className={styles.features}>
                {tool.tags.map(tag => (
                  <li key={tag}>{tag}</li>
                ))}
              </ul>
            </section>
          )}
          <Documents documents={tool.documents} />
        </div>
        <Facts tool={tool} />
      </article>
      {numbers ? (
        <>
          <Substitutes substitutes={numbers.substitutes} vehicle={vehicle?.id} />
          <NumberTable numbers={numbers.numbers} />
        </>
      ) : (
        <NumbersUnread />
      )}
      {fitment ? <FitmentTable finder={finder} fitment={fitment} /> : <FitmentUnread />}
      <ToolReviews ratingCount={tool.ratingCount} reviews={reviews} vehicle={vehicle?.id} />
    </div>
  )
}

/** Several makers sell a part of the same name: who and what number tells them apart, if the name does not say it. */
function titleOf({ name, brand, partNumber }: Tool): string {
  const maker = [brand, partNumber].filter(word => word && !name.includes(word))
  return joined([name, joined(maker, ' ')], ' – ')
}

function trailTo(tool: Tool) {
  const { path, fullName = '' } = tool.category ?? {}
  return [
    { label: catalogueTexts.home, to: '/' },
    { label: catalogueTexts.shop, to: '/shop' },
    ...(path ? trailOf({ path, fullName }).map(({ name, path }) => ({ label: name, to: categoryPath(path) })) : []),
    { label: tool.name },
  ]
}

/** Price, stock, minimum and the button: what is needed to decide, in one place. */
function Offer({ tool, offered, finder }: { tool: Tool; offered: ShownOffer; finder: ToolFinder }) {
  const { locale } = useShop()
  const state = stockStateOf(tool)
  const choice = { vehicle: finder.vehicle?.id, quantity: ownQuantityOf(finder.fit) }
  return (
    <div className={styles.offer}>
      <div className={styles.price}>
        <Island
          name="own-price"
          of={OwnPrice}
          props={{ tool: tool._id, everyone: offered, per: catalogueTexts.perUnit(tool) }}
          wakesOn={['account']}
        />
        <span className={styles.state}>
          {state === 'in-stock' && <Badge tone="ok">{catalogueTexts.inStock}</Badge>}
          {state === 'below-minimum' && <Badge tone="maybe">{catalogueTexts.belowMinimum}</Badge>}
          {state === 'sold-out' && <Badge tone="bad">{catalogueTexts.soldOut}</Badge>}
        </span>
      </div>
      <dl className={styles.quantities}>
        <div>
          <dt>{catalogueTexts.available}</dt>
          <dd>{formatNumber(tool.availableQuantity, locale)}</dd>
        </div>
        <div>
          <dt>{catalogueTexts.minimum}</dt>
          <dd data-offered="minimum">{formatNumber(offered.minimum, locale)}</dd>
        </div>
        {offered.multiple > 1 && (
          <div>
            <dt>{catalogueTexts.multiple}</dt>
            <dd data-offered="multiple">{formatNumber(offered.multiple, locale)}</dd>
          </div>
        )}
      </dl>
      {state === 'in-stock' ? (
        <>
          <LinkButton to={purchasePath(tool._id, choice)} variant="primary" wide>
            {catalogueTexts.purchase}
          </LinkButton>
          <AddForm tool={tool} vehicle={choice.vehicle} quantity={quantityOf(tool, choice.quantity)} hasQuantity />
          <p className={styles.terms}>{toolTexts.termsOfSale}</p>
        </>
      ) : (
        <NothingToOrder tool={tool} isSoldOut={state === 'sold-out'} />
      )}
    </div>
  )
}

/** Why it cannot be ordered, and what can be done instead. */
function NothingToOrder({ tool: { category }, isSoldOut }: { tool: Tool; isSoldOut: boolean }) {
  return (
    <>
      <p>{isSoldOut ? toolTexts.soldOutText : toolTexts.belowMinimumText}</p>
      {category?.path && (
        <LinkButton to={`${categoryPath(category.path)}?inStock=true`} wide>
          {toolTexts.othersInStock(category.name)}
        </LinkButton>
      )}
      <LinkButton to="/pages/contact" variant="quiet" wide>
        {toolTexts.askWhen}
      </LinkButton>
    </>
  )
}

/** As many as the vehicle takes, where so many can be ordered. */
const quantityOf = (tool: Tool, own: number | undefined) =>
  own !== undefined && quantityFits(own, tool) ? own : tool.minimumQuantity

/** Each a file to save: nothing of it is shown in the shop's own pages. */
function Documents({ documents }: Pick<ToolInFull, 'documents'>) {
  const { locale } = useShop()
  if (documents.length === 0) return null
  return (
    <section>
      <h2>{catalogueTexts.documents}</h2>
      <ul role="list" className={styles.documents}>
        {documents.map(document => (
          <li key={document._id}>
            <a href={document.url} download>
              {catalogueTexts.documentName(document)}
            </a>{' '}
            <span>{toolTexts.sizeOfPdf(formatBytes(document.bytes, locale))}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Facts({ tool }: { tool: ToolInFull }) {
  const { brand, partNumber, category, weightGrams, attributes } = tool
  const { locale } = useShop()
  return (
    <section className={styles.facts}>
      <h2>{toolTexts.facts}</h2>
      <dl>
        {brand && (
          <Fact name={catalogueTexts.brand}>
            <Link to={brandPath(brand)}>{brand}</Link>
          </Fact>
        )}
        {partNumber && (
          <Fact name={catalogueTexts.partNumber}>
            <code>{partNumber}</code>
          </Fact>
        )}
        {category && (
          <Fact name={catalogueTexts.category}>
            {category.path ? <Link to={categoryPath(category.path)}>{category.name}</Link> : category.name}
          </Fact>
        )}
        {attributes.map(attribute => (
          <Fact key={attribute.slug} name={attribute.name}>
            {valueInWords(attribute, locale)}
          </Fact>
        ))}
        {tool.unit !== 'each' && <Fact name={catalogueTexts.soldBy}>{catalogueTexts.unitName(tool)}</Fact>}
        {weightGrams !== null && (
          <Fact name={catalogueTexts.weight}>
            {catalogueTexts.weightOfUnit(formatWeight(weightGrams, locale), catalogueTexts.unitName(tool))}
          </Fact>
        )}
        <Fact name={catalogueTexts.toolId}>
          <code>{tool._id}</code>
        </Fact>
      </dl>
    </section>
  )
}

/** With its unit, which stays on the line of its number. */
function valueInWords({ kind, value, label, unit }: AttributeValue, locale: string): string {
  if (kind === 'yes-no') return value === 'yes' ? catalogueTexts.yes : catalogueTexts.no
  if (kind !== 'number') return label
  const number = numberInWords(value, locale)
  return unit ? `${number}\u00a0${unit}` : number
}
