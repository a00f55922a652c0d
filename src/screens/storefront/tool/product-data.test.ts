import { describe, expect, it } from 'vitest'
import type { ToolInFull } from '#contracts/catalogue'
import { jsonLd } from '#ui/data/structured-data.tsx'
import { productOf } from './product-data.ts'

const about = { url: 'https://parts.example.com', currency: 'eur', numbers: [] }
const tool: ToolInFull = {
  _id: '019b8df3-21c0-749d-8f5d-0d9711e67b3c',
  name: 'Torque wrench',
  description: 'Click-type wrench.',
  price: 186.4,
  listPrice: 186.4,
  img: null,
  picture: null,
  brand: null,
  partNumber: null,
  category: null,
  tags: [],
  availableQuantity: 34,
  minimumQuantity: 2,
  multiple: 1,
  unit: 'each',
  boxQuantity: null,
  weightGrams: null,
  ratings: 4.8,
  ratingCount: 132,
  version: 1,
  attributes: [],
  pictures: [],
  documents: [],
}

describe('a tool for engines', () => {
  it('has no offer where a visitor may not see its price', () => {
    expect(productOf({ ...tool, price: null }, about)).not.toHaveProperty('offers')
  })

  it('can be had where it can be ordered, and not where what is left is less than the least that is sold', () => {
    const availability = (change: Partial<ToolInFull>) => productOf({ ...tool, ...change }, about)['offers']
    expect(availability({})).toMatchObject({ availability: 'https://schema.org/InStock', price: '186.4' })
    for (const availableQuantity of [0, 1]) {
      expect(availability({ availableQuantity })).toMatchObject({ availability: 'https://schema.org/OutOfStock' })
    }
  })

  it('has no rating while nobody has rated it', () => {
    expect(productOf(tool, about)['aggregateRating']).toMatchObject({ ratingValue: 4.8, ratingCount: 132 })
    expect(productOf({ ...tool, ratings: null, ratingCount: 0 }, about)).not.toHaveProperty('aggregateRating')
  })

  it('says what it says of the attributes of its category, with units', () => {
    expect(productOf(tool, about)).not.toHaveProperty('additionalProperty')
    const length = {
      slug: 'length',
      name: 'Length',
      kind: 'number',
      unit: 'mm',
      value: '320.5',
      label: '320.5',
    } as const
    const drive = { slug: 'drive', name: 'Drive', kind: 'choice', unit: '', value: 'half', label: '1/2 inch' } as const
    expect(productOf({ ...tool, attributes: [length, drive] }, about)['additionalProperty']).toEqual([
      { '@type': 'PropertyValue', name: 'Length', value: 320.5, unitText: 'mm' },
      { '@type': 'PropertyValue', name: 'Drive', value: '1/2 inch' },
    ])
  })

  it('says brand, numbers and pictures where there are any, each address whole', () => {
    expect(productOf(tool, about)).not.toHaveProperty('image')
    const key = 'a'.repeat(32)
    const pictures = [`/images/${key}-640.webp`, 'https://host.example/b.png'].map(img => ({ img, alt: '' }))
    const product = productOf(
      { ...tool, brand: 'Halden', partNumber: 'TW-100', pictures },
      { ...about, numbers: [{ kind: 'gtin', value: '4006381333931', brand: null, note: null, source: null }] },
    )
    expect(product).toMatchObject({
      url: `https://parts.example.com/shop/${tool._id}/torque-wrench`,
      image: [`https://parts.example.com/images/${key}-960.webp`, 'https://host.example/b.png'],
      brand: { name: 'Halden' },
      mpn: 'TW-100',
      gtin: '4006381333931',
    })
  })

  it('cannot end the block that it stands in', () => {
    const html = jsonLd([productOf({ ...tool, name: '</script><script>alert(1)</script><!--' }, about)])
    expect(html).not.toContain('<')
    expect(JSON.parse(html)['@graph'][0].name).toBe('</script><script>alert(1)</script><!--')
  })
})
