import { useShop } from '../shop.tsx'

type SharedPicture = { src: string; width: number; height: number }

type DocumentHeadProps = {
  /** Of the page alone; the shop's name is put behind it. */
  title: string
  /** For results of a search and for links in a chat: a page that has one can be shared. */
  description?: string
  /** The page's one address, whatever query it was asked with. None: it stands for no other address. */
  path?: string
  type?: 'website' | 'article' | 'product'
  /** The shop's own unless said. */
  picture?: SharedPicture | undefined
  /** Pages of one person, and pages that are not there. */
  hiddenFromSearch?: boolean
}

/** As `features/sharing` draws it. */
const shopPicture: SharedPicture = { src: '/og/shop.png', width: 1200, height: 630 }

/**
 * What the browser's tab, a bookmark, a search engine and a chat say of the page. React moves it into the document's head.
 */
export function DocumentHead({ title, description, path, hiddenFromSearch = false, ...shared }: DocumentHeadProps) {
  const { name, url } = useShop()
  const address = path === undefined ? undefined : url + path
  return (
    <>
      <title>{`${title} – ${name}`}</title>
      {hiddenFromSearch && <meta name="robots" content="noindex" />}
      {address && !hiddenFromSearch && <link rel="canonical" href={address} />}
      {description && <SharedAs {...shared} {...{ title, description, address }} />}
    </>
  )
}

type SharedAsProps = Pick<DocumentHeadProps, 'title' | 'type' | 'picture'> & {
  description: string
  address: string | undefined
}

/** The Open Graph protocol. Without a card of its own the other networks read this too. */
function SharedAs({ title, description, address, type = 'website', picture = shopPicture }: SharedAsProps) {
  const { name, url } = useShop()
  const properties = {
    title,
    description,
    type,
    site_name: name,
    url: address,
    image: new URL(picture.src, url).href,
    'image:width': picture.width,
    'image:height': picture.height,
  }
  return (
    <>
      <meta name="description" content={description} />
      <meta name="twitter:card" content="summary_large_image" />
      {Object.entries(properties).map(
        ([property, content]) =>
          content && <meta key={property} property={`og:${property}`} content={String(content)} />,
      )}
    </>
  )
}
