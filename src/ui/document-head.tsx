import { useShop } from './shop.tsx'

type DocumentHeadProps = {
  /** Of the page alone; the shop's name is put behind it. */
  title: string
  description?: string
  /** Pages of one person, and pages that are not there. */
  hiddenFromSearch?: boolean
}

/** What the browser's tab, a bookmark and a search engine say of the page. React moves it into the document's head. */
export function DocumentHead({ title, description, hiddenFromSearch = false }: DocumentHeadProps) {
  const { name } = useShop()
  return (
    <>
      <title>{title === name ? name : `${title} – ${name}`}</title>
      {description && <meta name="description" content={description} />}
      {hiddenFromSearch && <meta name="robots" content="noindex" />}
    </>
  )
}
