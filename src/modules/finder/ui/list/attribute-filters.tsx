import { plainNumber } from '#kernel/typed-field'
import { attributeField, numberInWords } from '#rules/catalogue'
import { TextField } from '#ui/controls/field.tsx'
import { useShop } from '#ui/shop.tsx'
import type { AttributeFacet } from '../../filters/facets.contract.ts'
import { readAttributeFilter } from '../../filters/attributes.rules.ts'
import { searchTexts } from '../../search/search.texts.ts'
import { type ShopAddress, attributeMark } from '../shop-address.ts'
import { plainIn } from '../typed-address.ts'
import { Choices } from './choices.tsx'
import styles from './filters.module.css'

/** What an address says of numbers, by the names of its parameters, number or not. */
export type TypedNumbers = Readonly<Record<string, string>>

type AttributeFiltersProps = {
  address: ShopAddress
  typed: TypedNumbers
  facets: readonly AttributeFacet[]
}

/** What the category’s tools can be narrowed by: values to tick, and numbers from and to. */
export function AttributeFilters({ address, typed, facets }: AttributeFiltersProps) {
  return facets.map(facet => {
    const { slug, name, kind, values } = facet
    if (kind === 'number') return <NumberFilter key={slug} facet={facet} address={address} typed={typed} />
    const chosen = address.attributes.filter(([other]) => other === slug).map(([, value]) => value)
    return <Choices key={slug} name={attributeMark + slug} title={name} values={values} chosen={chosen} />
  })
}

type NumberFilterProps = { facet: AttributeFacet; address: ShopAddress; typed: TypedNumbers }

/** Of a number where it begins and ends; the list's own least and most stand in the empty fields. */
function NumberFilter({ facet: { slug, name, unit, least, most }, address, typed }: NumberFilterProps) {
  const { locale } = useShop()
  const attributes = new Map(address.attributes)
  const end = (which: 'from' | 'to', label: string, bound: string | undefined) => {
    const parameter = `${attributeMark}${slug}.${which}`
    const value = attributes.get(`${slug}.${which}`) ?? typed[parameter] ?? ''
    const read = plainNumber(value, attributeField(locale), '')
    return (
      <TextField
        name={parameter}
        label={label}
        defaultValue={value}
        placeholder={bound && numberInWords(bound, locale)}
        error={'message' in read ? read.message || undefined : undefined}
        inputMode="decimal"
        className={styles.amount}
      />
    )
  }
  return (
    <fieldset id={`${attributeMark}${slug}`} tabIndex={-1} className={styles.group}>
      <legend>{unit ? searchTexts.inUnit(name, unit) : name}</legend>
      <div className={styles.prices}>
        {end('from', searchTexts.leastPrice, least)}
        {end('to', searchTexts.mostPrice, most)}
      </div>
    </fieldset>
  )
}

/** `Material: Steel`, `Outer diameter: 10 to 20 mm`; what the category does not have, as the address says it. */
export function attributeInWords(facets: readonly AttributeFacet[], filter: string, locale: string): string {
  const { slug, value } = readAttributeFilter(filter)
  const facet = facets.find(one => one.slug === slug)
  if (!facet) return searchTexts.ofAttribute(slug, value)
  if (facet.kind !== 'number') {
    const label = facet.values.find(option => option.value === value)?.label ?? value
    return searchTexts.ofAttribute(facet.name, label)
  }
  const [from = '', to = ''] = value.split('..').map(end => {
    const words = end && numberInWords(plainIn(end, attributeField(locale)), locale)
    return words && facet.unit ? `${words}\u00a0${facet.unit}` : words
  })
  return searchTexts.ofAttribute(facet.name, searchTexts.priceSpan(from, to))
}
