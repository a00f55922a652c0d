import { type Brand, brandsContract } from '#contracts/catalogue'
import { type SearchAnswer, searchContract } from '#contracts/finder'
import { ToolGrid } from '#parts/finder'
import { brandPath, brandToolsPath } from '#rules/catalogue'
import { countInWords } from '#rules/finder'
import { catalogueTexts } from '#texts/catalogue'
import { LinkButton } from '#ui/controls/button.tsx'
import { Picture } from '#ui/data/picture.tsx'
import { Breadcrumb } from '#ui/navigation/breadcrumb.tsx'
import { DocumentHead } from '#ui/navigation/document-head.tsx'
import { PageTitle } from '#ui/navigation/page-title.tsx'
import { useShop } from '#ui/shop.tsx'
import { type PageRequest, Redirect, type ShopPage, orNotFound } from '../page.ts'
import styles from './brand-page.module.css'
import { brandTexts as texts } from './brand.texts.ts'

/** As many as fill the last row of three, two and one cards. */
const toolsShown = 24

type Read = { brand: Brand; answer: SearchAnswer }

async function read({ call, params, url }: PageRequest): Promise<Read> {
  const { brand: name = '' } = params
  const brand = await orNotFound(call(brandsContract.getBrandPage, { params: { name } }))
  const path = brandPath(brand.name)
  // One address for each brand, however somebody has written its name.
  if (brandPath(name) !== path) throw new Redirect(path + url.search, 301)
  const answer = await call(searchContract.search, { query: { brand: [brand.name], limit: toolsShown } })
  return { brand, answer }
}

export const brandPage: ShopPage<Read> = { read, Page: BrandPage }

/** A brand with its logo and its tools; all of them, and narrowed, are the catalogue's page. */
function BrandPage({ data: { brand, answer } }: { data: Read }) {
  const { name, logo } = brand
  const { locale } = useShop()
  const count = texts.count(answer.total, countInWords(answer.total, locale, answer.totalIsExact))
  return (
    <div className={`column ${styles.page}`}>
      <DocumentHead
        title={name}
        description={texts.description(name)}
        {...(answer.total > 0 ? { path: brandPath(name) } : { hiddenFromSearch: true })}
      />
      <Breadcrumb
        items={[{ label: catalogueTexts.home, to: '/' }, { label: catalogueTexts.shop, to: '/shop' }, { label: name }]}
      />
      <header className={styles.head}>
        {logo && (
          <Picture
            picture={logo}
            alt={texts.logoOf(name)}
            sizes="160px"
            priority="first"
            className={styles.logo ?? ''}
          />
        )}
        <PageTitle lead={count}>{name}</PageTitle>
      </header>
      <h2 className="visually-hidden">{texts.tools(name)}</h2>
      {answer.tools.length > 0 && <ToolGrid tools={answer.tools} seenAtOnce={3} />}
      <p>
        <LinkButton to={brandToolsPath(name)}>{texts.narrow(name)}</LinkButton>
      </p>
    </div>
  )
}
