import { toolPath } from '#rules/catalogue'
import { Link } from '#ui/navigation/link.tsx'
import { SectionTitle } from '#ui/navigation/page-title.tsx'
import { Price } from '#ui/data/price.tsx'
import { type Column, Table } from '#ui/data/table.tsx'
import { finderTexts } from './tool.texts.ts'
import { Origin } from './fitment-table.tsx'
import styles from './number-table.module.css'
import { withVehicle } from '../shop-address.ts'
import type { Numbers } from './tool-data.ts'

type PartNumber = Numbers['numbers'][number]

const columns = (): Column<PartNumber>[] => [
  { head: finderTexts.numberColumn, names: true, cell: ({ value }) => <code>{value}</code> },
  { head: finderTexts.kindColumn, cell: ({ kind }) => finderTexts.numberKind[kind] },
  { head: finderTexts.brandColumn, cell: ({ brand }) => brand ?? '' },
]
const sourceColumn = (): Column<PartNumber> => ({
  head: finderTexts.source,
  cell: ({ source }) => source && <Origin source={source} />,
})
const noteColumn = (): Column<PartNumber> => ({ head: finderTexts.noteColumn, cell: ({ note }) => note ?? '' })

/** Every number by which the tool is asked for. */
export function NumberTable({ numbers }: { numbers: PartNumber[] }) {
  if (numbers.length === 0) return null
  const more = [
    ...(numbers.some(({ source }) => source?.name) ? [sourceColumn()] : []),
    ...(numbers.some(({ note }) => note) ? [noteColumn()] : []),
  ]
  return (
    <section className={styles.part} aria-labelledby="numbers">
      <SectionTitle id="numbers">{finderTexts.numbers}</SectionTitle>
      <Table
        caption={finderTexts.numbersCaption}
        captionHidden
        rows={numbers}
        keyOf={({ kind, brand, value }) => `${kind} ${brand} ${value}`}
        columns={[...columns(), ...more]}
      />
    </section>
  )
}

/** In the place of both where they could not be read. */
export function NumbersUnread() {
  return (
    <section className={styles.part}>
      <SectionTitle>{finderTexts.numbers}</SectionTitle>
      <p className={styles.unread}>{finderTexts.numbersUnread}</p>
    </section>
  )
}

type SubstitutesProps = { substitutes: Numbers['substitutes']; vehicle: number | undefined }

/** What came before it, what comes after it, and what does the same. */
export function Substitutes({ substitutes, vehicle }: SubstitutesProps) {
  if (substitutes.length === 0) return null
  return (
    <section className={styles.part} aria-labelledby="substitutes">
      <SectionTitle id="substitutes">{finderTexts.substitutes}</SectionTitle>
      <ul role="list" className={styles.list}>
        {substitutes.map(({ relation, brand, value, tool }) => (
          <li key={`${relation} ${brand} ${value} ${tool?._id}`} className={styles.row}>
            <span className={styles.relation}>{finderTexts.relation[relation]}</span>
            <span className={styles.what}>
              {tool ? (
                <Link to={withVehicle(toolPath(tool), vehicle)}>{tool.name}</Link>
              ) : (
                finderTexts.notSold[relation]
              )}
              <small>
                {brand} <code>{value}</code>
              </small>
            </span>
            {tool && <Price amount={tool.price} />}
          </li>
        ))}
      </ul>
    </section>
  )
}
