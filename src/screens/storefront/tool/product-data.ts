import { writtenNumber } from '#kernel/written'
import type { AttributeValue, ToolInFull } from '#contracts/catalogue'
import type { Numbers } from '#parts/finder'
import { stockStateOf, toolPath } from '#rules/catalogue'
import { pictureAt } from '#rules/media'
import type { Shop } from '#ui/shop.tsx'
import type { Thing } from '#ui/data/structured-data.tsx'

type About = Pick<Shop, 'url' | 'currency'> & { numbers: Numbers['numbers'] }

/** A tool as schema.org's Product, with what its page says of it. */
export function productOf(tool: ToolInFull, { url, currency, numbers }: About): Thing {
  const gtin = numbers.find(({ kind }) => kind === 'gtin')?.value
  const address = url + toolPath(tool)
  return {
    '@type': 'Product',
    '@id': address,
    url: address,
    name: tool.name,
    description: tool.description,
    sku: tool._id,
    ...(tool.pictures.length > 0 && { image: tool.pictures.map(({ img }) => new URL(largestOf(img, url), url).href) }),
    ...(tool.partNumber && { mpn: tool.partNumber }),
    ...(gtin && { gtin }),
    ...(tool.brand && { brand: { '@type': 'Brand', name: tool.brand } }),
    ...(tool.weightGrams !== null && {
      weight: { '@type': 'QuantitativeValue', value: tool.weightGrams, unitCode: 'GRM' },
    }),
    ...(tool.category && { category: tool.category.name }),
    ...(tool.attributes.length > 0 && { additionalProperty: tool.attributes.map(propertyOf) }),
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
    ...(tool.price !== null && {
      offers: {
        '@type': 'Offer',
        url: address,
        price: String(tool.price),
        priceCurrency: currency.toUpperCase(),
        availability: `https://schema.org/${stockStateOf(tool) === 'in-stock' ? 'InStock' : 'OutOfStock'}`,
        itemCondition: 'https://schema.org/NewCondition',
      },
    }),
  }
}

const largestOf = (img: string, url: string): string =>
  pictureAt(img, url)?.webp.split(', ').at(-1)?.split(' ')[0] ?? img

const propertyOf = ({ name, kind, value, label, unit }: AttributeValue): Thing => ({
  '@type': 'PropertyValue',
  name,
  value: kind === 'number' ? writtenNumber(value) : label,
  ...(unit && { unitText: unit }),
})
