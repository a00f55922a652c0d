import type { Tool } from '#contracts/catalogue'
import type { Numbers } from '#parts/finder'
import { stockStateOf, toolPath } from '#rules/catalogue'
import { useShop } from '#ui/shop.tsx'

type StructuredDataProps = {
  tool: Tool
  numbers: Numbers['numbers']
  trail: readonly { label: string; to?: string }[]
  /** The shop's own address, without a path. */
  origin: string
}

/** What search engines read of a tool: schema.org's Product and BreadcrumbList. Data, so no policy for scripts applies. */
export function StructuredData({ tool, numbers, trail, origin }: StructuredDataProps) {
  const { currency } = useShop()
  const gtin = numbers.find(({ kind }) => kind === 'gtin')?.value
  const address = origin + toolPath(tool)
  const image = tool.picture?.src ?? tool.img
  const product = {
    '@type': 'Product',
    '@id': address,
    url: address,
    name: tool.name,
    description: tool.description,
    sku: tool._id,
    ...(image && { image: new URL(image, origin).href }),
    ...(tool.partNumber && { mpn: tool.partNumber }),
    ...(gtin && { gtin }),
    ...(tool.brand && { brand: { '@type': 'Brand', name: tool.brand } }),
    ...(tool.category && { category: tool.category.name }),
    // Engines refuse a rating of nobody.
    ...(tool.ratings !== null &&
      tool.ratingCount > 0 && {
        aggregateRating: {
          '@type': 'AggregateRating',
          ratingValue: tool.ratings,
          ratingCount: tool.ratingCount,
          bestRating: 5,
          worstRating: 0,
        },
      }),
    offers: {
      '@type': 'Offer',
      url: address,
      price: String(tool.price),
      priceCurrency: currency.toUpperCase(),
      availability: `https://schema.org/${stockStateOf(tool) === 'in-stock' ? 'InStock' : 'OutOfStock'}`,
      itemCondition: 'https://schema.org/NewCondition',
    },
  }
  const breadcrumb = {
    '@type': 'BreadcrumbList',
    itemListElement: trail.map(({ label, to }, at) => ({
      '@type': 'ListItem',
      position: at + 1,
      name: label,
      item: to === undefined ? address : new URL(to, origin).href,
    })),
  }
  const graph = JSON.stringify({ '@context': 'https://schema.org', '@graph': [product, breadcrumb] })
  // No tag can begin inside it: what an admin has typed stays data.
  return <script type="application/ld+json">{graph.replaceAll('<', String.raw`\u003c`)}</script>
}
