import { vehicleName } from '../../finder.rules.ts'
import { countInWords } from '../../lists.rules.ts'
import { LinkButton } from '#ui/controls/button.tsx'
import { Empty } from '#ui/feedback/empty.tsx'
import { Link } from '#ui/navigation/link.tsx'
import { useShop } from '#ui/shop.tsx'
import { searchTexts } from '../../search/search.texts.ts'
import styles from './empty-result.module.css'
import { useFilterLabel } from './list-bar.tsx'
import { emptyAddress, shopPath } from '../shop-address.ts'
import type { Loosening, ShopData } from './shop-data.ts'

/** Nothing was found: what to loosen, with what that would give, and whom to ask. */
export function EmptyResult({ address, answer, vehicle, loosenings }: ShopData) {
  const { locale } = useShop()
  const labelOf = useFilterLabel(answer.facets)
  const { reading } = answer
  const about = answer.vehicle ?? vehicle
  const name = reading?.name ?? (about && vehicleName(about))
  const wordsOf = (what: Loosening['of']) => {
    if (what === 'filters') return searchTexts.withoutAny
    if (what === 'vehicle') return searchTexts.withoutVehicle(name ?? '')
    if (what === 'filters-and-vehicle') return searchTexts.withoutAll
    return searchTexts.without(labelOf(what))
  }
  const isEverything = shopPath({ ...address, view: 'grid', sort: undefined }) === '/shop'
  const counted = ({ total, totalIsExact }: { total: number; totalIsExact: boolean }) =>
    searchTexts.total(total, countInWords(total, locale, totalIsExact))
  return (
    <Empty
      title={titleOf(reading?.words ?? address.q, name)}
      action={
        isEverything ? undefined : (
          <LinkButton to={shopPath(emptyAddress)} variant={loosenings.length > 0 ? 'plain' : 'primary'}>
            {searchTexts.everything}
          </LinkButton>
        )
      }
    >
      {isEverything ? (
        <p>{searchTexts.nothingEmpty}</p>
      ) : (
        <div className={styles.help}>
          {loosenings.length > 0 && (
            <>
              <p>{searchTexts.loosen}</p>
              <ul role="list" className={styles.ways}>
                {loosenings.map(way => (
                  <li key={JSON.stringify(way.of)}>
                    <Link to={shopPath(address, way.without)}>{wordsOf(way.of)}</Link> <span>{counted(way)}</span>
                  </li>
                ))}
              </ul>
            </>
          )}
          {about && <p>{searchTexts.noDataHint}</p>}
          {address.q && <p>{searchTexts.tips}</p>}
          <p>
            {searchTexts.contactText} <Link to="/pages/contact">{searchTexts.contact}</Link>
          </p>
        </div>
      )}
    </Empty>
  )
}

/** That the shop has none for this vehicle is an answer, too. */
function titleOf(words: string, vehicle: string | undefined): string {
  if (words === '') return searchTexts.nothingTitle
  return vehicle ? searchTexts.nothingForVehicle(words, vehicle) : searchTexts.nothingFor(words)
}
