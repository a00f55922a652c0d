import { type CategoryBranch, type CategoryPage, categoriesContract } from '#contracts/catalogue'
import { categoryPath } from '#rules/catalogue'
import type { Call } from '#ui/calls/call.ts'
import { isNotFound } from '#ui/calls/loader-answers.ts'
import { Breadcrumb } from '#ui/navigation/breadcrumb.tsx'
import { DocumentHead } from '#ui/navigation/document-head.tsx'
import { PageTitle } from '#ui/navigation/page-title.tsx'
import { Ways } from '#ui/navigation/ways.tsx'
import { catalogueTexts } from '#texts/catalogue'
import { Redirect } from '../page.ts'
import styles from './shop-page.module.css'
import { shopTexts } from './shop.texts.ts'

/** Several categories that an address may mean, of which its reader chooses one. */
export type CategoryChoice = { slug: string; choices: { name: string; to: string }[] }

/** So many names of one address are looked up; a list that is narrowed by more has them as they stand. */
const mostNamed = 20

/**
 * The one category that a list's address names, or the choice among those of a slug that it names. Addresses that a category had,
 * and slugs, lead to those with its path: so filters show what is chosen. What is not there stays, and finds nothing.
 */
export async function readNamedCategories(call: Call, url: URL): Promise<CategoryPage | CategoryChoice | undefined> {
  const slugs = url.searchParams.getAll('category').filter(Boolean)
  if (slugs.length > mostNamed) return undefined
  const named = await Promise.all(slugs.map(one => readNamed(call, one)))
  const unclear = slugs.find((_, at) => named[at] === 'unclear')
  const choice = unclear === undefined ? undefined : await readChoice(call, url, unclear)
  if (choice) return choice
  const pages = named.map(one => (typeof one === 'object' ? one : undefined))
  const [one] = pages
  const paths = [...new Set(slugs.map((text, at) => pages[at]?.path ?? text))]
  if (paths.length === 1 && one) throw new Redirect(addressWith(url, categoryPath(one.path), []), 301)
  if (paths.some(path => !slugs.includes(path))) throw new Redirect(addressWith(url, url.pathname, paths), 301)
  return undefined
}

async function readNamed(call: Call, slug: string): Promise<CategoryPage | 'unclear' | undefined> {
  try {
    return await call(categoriesContract.getCategoryPage, { params: { slug } })
  } catch (error) {
    if (!isNotFound(error)) throw error
    return error.status === 400 ? 'unclear' : undefined
  }
}

/** Among categories that buyers see. Undefined of a text that is the slug of none. */
async function readChoice(call: Call, url: URL, slug: string): Promise<CategoryChoice | undefined> {
  const tree = await call(categoriesContract.getCategoryTree, {})
  const rest = url.searchParams.getAll('category').filter(one => one !== slug)
  const choices = placesIn(tree, []).filter(({ branch }) => branch.slug === slug)
  if (choices.length === 0) return undefined
  return {
    slug,
    choices: choices.map(({ branch: { path }, names }) => ({
      name: names.join(' > '),
      to:
        rest.length === 0 ? addressWith(url, categoryPath(path), []) : addressWith(url, url.pathname, [...rest, path]),
    })),
  }
}

type Place = { branch: CategoryBranch; names: string[] }

const placesIn = (branches: readonly CategoryBranch[], above: readonly string[]): Place[] =>
  branches.flatMap(branch => {
    const names = [...above, branch.name]
    return [{ branch, names }, ...placesIn(branch.children, names)]
  })

/** This address on that page, narrowed by these categories. */
function addressWith(url: URL, page: string, categories: readonly string[]): string {
  const query = new URLSearchParams(url.searchParams)
  query.delete('category')
  for (const path of categories) query.append('category', path)
  return query.size > 0 ? `${page}?${query}` : page
}

export function ChooseCategory({ slug, choices }: CategoryChoice) {
  return (
    <div className={`column ${styles.page}`}>
      <DocumentHead title={shopTexts.whichCategory} hiddenFromSearch />
      <Breadcrumb
        items={[
          { label: catalogueTexts.home, to: '/' },
          { label: catalogueTexts.shop, to: '/shop' },
          { label: shopTexts.whichCategory },
        ]}
      />
      <PageTitle>{shopTexts.whichCategory}</PageTitle>
      <p className={styles.which}>{shopTexts.severalCategories(slug)}</p>
      <Ways ways={choices.map(({ name, to }) => ({ label: name, to }))} />
    </div>
  )
}
