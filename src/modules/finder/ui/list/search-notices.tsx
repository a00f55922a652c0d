import { Fragment, type ReactNode } from 'react'
import { vehicleName } from '../../finder.rules.ts'
import { Island } from '#ui/islands/island.tsx'
import { Link } from '#ui/navigation/link.tsx'
import type { SearchAnswer } from '../../search/search.contract.ts'
import { searchTexts } from '../../search/search.texts.ts'
import { KeepVehicle, type KeepVehicleProps } from '../vehicle/keep-vehicle.tsx'
import styles from './search-notices.module.css'
import { type ShopAddress, shopPath } from '../shop-address.ts'

type SearchNoticesProps = { address: ShopAddress; answer: SearchAnswer }

/** What the shop has made of the words, and how to have it otherwise. */
export function SearchNotices({ address, answer }: SearchNoticesProps) {
  const { q } = address
  const { corrected, suggestions = [], vehicle, vin, collision, superseded, reading } = answer
  const asTyped = shopPath(address, { asTyped: true })
  return (
    <div role="status" className={styles.notices}>
      {superseded && <Superseded number={q} {...superseded} />}
      {collision && collision.length > 1 && (
        <Notice title={searchTexts.collisionTitle(q)}>
          <p>{searchTexts.collisionText}</p>
          <ul role="list" className={styles.ways}>
            {collision.map(brand => (
              <li key={brand}>
                <Link to={shopPath(address, { brand: [brand] })} className={styles.way}>
                  {brand}
                </Link>
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {vin && <VinRead address={address} vin={vin} />}
      {vehicle && !vin && vehicle.id !== address.vehicle && (
        <Notice>
          <p>
            {searchTexts.recognised(vehicleName(vehicle))} <Link to={asTyped}>{searchTexts.plainWords}</Link>
          </p>
          <p className={styles.ways}>
            <Keep
              to={shopPath(address, { ...(reading && { q: reading.words }), vehicle: vehicle.id })}
              vehicle={vehicle}
            />
          </p>
        </Notice>
      )}
      {reading?.asks && <WhichVehicle address={address} answer={answer} reading={{ ...reading, asks: reading.asks }} />}
      {corrected && (
        <Notice>
          <p>
            {searchTexts.corrected(corrected)} <Link to={asTyped}>{searchTexts.exactly(q)}</Link>
          </p>
        </Notice>
      )}
      {suggestions.length > 0 && (
        <Notice>
          <p>
            {searchTexts.didYouMean}{' '}
            {suggestions.map((words, at) => (
              <Fragment key={words}>
                {at > 0 && ', '}
                <Link to={shopPath(address, { q: words, asTyped: false })}>{words}</Link>
              </Fragment>
            ))}
            ?
          </p>
        </Notice>
      )}
    </div>
  )
}

type Reading = NonNullable<SearchAnswer['reading']>
type WhichVehicleProps = SearchNoticesProps & { reading: Reading & { asks: NonNullable<Reading['asks']> } }

/** The words name a vehicle in part: what they leave open, each answer one press away. */
function WhichVehicle({ address, answer, reading: { name, words, asks, choices } }: WhichVehicleProps) {
  const isFitKnown = answer.tools.some(({ fit }) => fit)
  return (
    <Notice title={searchTexts.which[asks](name)}>
      <ul role="list" className={styles.choices}>
        {choices.map(({ label, q, vehicle }) => (
          <li key={label}>
            {vehicle !== undefined && answer.vehicle ? (
              <Keep
                to={shopPath(address, { q: words, vehicle })}
                vehicle={{ ...answer.vehicle, id: vehicle, engine: label }}
                label={label}
              />
            ) : (
              <Link to={shopPath(address, { q: q ?? '' })} className={styles.way}>
                {label}
              </Link>
            )}
          </li>
        ))}
      </ul>
      {!answer.vehicle && answer.total > 0 && isFitKnown && <p>{searchTexts.untilYear(name)}</p>}
      {!answer.vehicle && answer.total > 0 && !isFitKnown && words && <p>{searchTexts.untilVehicle(words)}</p>}
    </Notice>
  )
}

function Keep(props: KeepVehicleProps) {
  return <Island name="keep-vehicle" of={KeepVehicle} props={props} />
}

type VinReadProps = { address: ShopAddress; vin: NonNullable<SearchAnswer['vin']> }

/** Which vehicle a VIN among the words is of, with the way to keep it; or the way to choose the vehicle by hand. */
function VinRead({ address, vin: { vin, vehicle, warnings, others } }: VinReadProps) {
  const id = vehicle?.id
  return (
    <Notice title={searchTexts.vinTitle(vin)}>
      {vehicle && <p>{searchTexts.vinOf(vehicleName(vehicle))}</p>}
      {warnings.map(warning => (
        <p key={warning}>{warning}</p>
      ))}
      <p className={styles.ways}>
        {vehicle && id !== undefined ? (
          <Keep to={shopPath(address, { q: others, vehicle: id })} vehicle={{ ...vehicle, id, vin }} />
        ) : (
          <Link to={shopPathByHand(address, others, vehicle?.year)} className={styles.way}>
            {searchTexts.vinByHand}
          </Link>
        )}
      </p>
    </Notice>
  )
}

/** The list for the words beside the VIN, with the vehicle still to be chosen, from the year if the VIN says it. */
function shopPathByHand(address: ShopAddress, others: string, year: number | undefined): string {
  const path = shopPath(address, { q: others, vehicle: undefined })
  if (year === undefined) return path
  return `${path}${path.includes('?') ? '&' : '?'}year=${year}`
}

function Notice({ title, children }: { title?: string; children: ReactNode }) {
  return (
    <section className={styles.notice}>
      {title && <h2>{title}</h2>}
      {children}
    </section>
  )
}

type SupersededProps = NonNullable<SearchAnswer['superseded']> & { number: string }

/** From the number that was typed to the one that is made now. */
function Superseded({ number, chain, isCircle }: SupersededProps) {
  return (
    <Notice title={searchTexts.supersededTitle(chain[0]?.value ?? number)}>
      <p>{isCircle ? searchTexts.circleText : searchTexts.supersededText}</p>
      <ol role="list" className={styles.chain}>
        {chain.map(({ brand, value }, at) => (
          // A circle names its first number twice.
          <li key={at}>
            {at > 0 && <span className="visually-hidden">{searchTexts.by} </span>}
            <span>{brand}</span> <code>{value}</code>
          </li>
        ))}
      </ol>
    </Notice>
  )
}
