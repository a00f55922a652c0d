import { joined } from '#kernel/sentence'
import { Badge } from '#ui/data/badge.tsx'
import { useDate } from '#ui/data/date.tsx'
import { SectionTitle } from '#ui/navigation/page-title.tsx'
import { ShowMore } from '#ui/feedback/show-more.tsx'
import { type Column, Table } from '#ui/data/table.tsx'
import type { FitmentLine } from '../../fit/fit.contract.ts'
import { finderTexts } from './tool.texts.ts'
import { noonOf } from './day.ts'
import { FitBadge } from './fit-badge.tsx'
import styles from './fitment-table.module.css'
import type { Fitment, ToolFinder } from './tool-data.ts'

type FitmentTableProps = { finder: ToolFinder; fitment: Fitment }

/** The vehicles that a tool is known to fit, or known not to: years that follow each other in one line. */
export function FitmentTable({ finder, fitment: { lines, next, isUniversal, namesSources } }: FitmentTableProps) {
  const isDemo = lines.some(({ source }) => source.isDemo)
  return (
    <section className={styles.fitment} aria-labelledby="fitment" data-list="fitment">
      <SectionTitle id="fitment">{finderTexts.fitment}</SectionTitle>
      {isDemo && (
        <p className={styles.demo}>
          <Badge tone="maybe">{finderTexts.demoData}</Badge> {finderTexts.demoDataText}
        </p>
      )}
      {lines.length === 0 ? (
        <p className={styles.none}>{isUniversal ? finderTexts.fitmentUniversal : finderTexts.fitmentNone}</p>
      ) : (
        <Table
          caption={finderTexts.fitmentCaption}
          captionHidden
          rows={lines}
          keyOf={keyOf}
          columns={namesSources ? [...columns(), sourceColumn()] : columns()}
        />
      )}
      {lines.length > 0 && (
        <div tabIndex={-1} className={styles.more} data-end>
          {next && (
            <ShowMore name="fitment" next={next} keep={{ vehicle: finder.vehicle?.id.toString() }} at="fitment">
              {finderTexts.moreVehicles}
            </ShowMore>
          )}
          {!next && finder.isFitmentContinued && finderTexts.allVehicles}
        </div>
      )}
    </section>
  )
}

/** In the table's place where it could not be read. */
export function FitmentUnread() {
  return (
    <section className={styles.fitment}>
      <SectionTitle>{finderTexts.fitment}</SectionTitle>
      <p className={styles.none}>{finderTexts.fitmentUnread}</p>
    </section>
  )
}

const columns = (): Column<FitmentLine>[] => [
  { head: finderTexts.vehicle, names: true, cell: line => <VehicleName line={line} /> },
  { head: finderTexts.years, cell: ({ fromYear, toYear }) => finderTexts.yearsOf(fromYear, toYear) },
  { head: finderTexts.answer, cell: line => <FitBadge fit={{ answer: answerOf(line), isUniversal: false }} /> },
  {
    head: finderTexts.perVehicle,
    cell: ({ quantity, position }) => joined([quantity, position], ' · '),
  },
  { head: finderTexts.restrictions, cell: line => <Restrictions line={line} /> },
]
const sourceColumn = (): Column<FitmentLine> => ({
  head: finderTexts.source,
  cell: ({ source }) => <Origin source={source} />,
})

function VehicleName({ line: { make, model, engine } }: { line: FitmentLine }) {
  return (
    <span className={styles.vehicle}>
      {make} {model}
      <small>{engine ?? finderTexts.anyEngine}</small>
    </span>
  )
}

function Restrictions({ line: { conditions, notes } }: { line: FitmentLine }) {
  if (conditions.length + notes.length === 0) return null
  return (
    <span className={styles.restrictions}>
      {conditions.map(({ name, value }) => (
        <span key={`${name} ${value}`}>{finderTexts.condition(name, value)}</span>
      ))}
      {notes.map(note => (
        <span key={note}>{note}</span>
      ))}
    </span>
  )
}

/** Where a row comes from, and of what day that is; nothing of a source without a public name. */
export function Origin({ source: { name, date: day } }: Pick<FitmentLine, 'source'>) {
  const date = useDate()
  if (name === null) return null
  return (
    <span className={styles.source}>
      <bdi>{name}</bdi>
      {day && <small>{date(noonOf(day), 'day')}</small>}
    </span>
  )
}

/** What a line says by itself. */
function answerOf({ fits, conditions, notes }: FitmentLine) {
  if (!fits) return 'does-not-fit'
  return conditions.length + notes.length > 0 ? 'fits-if' : 'fits'
}

function keyOf(line: FitmentLine): string {
  const { make, model, engine, fromYear, toYear, fits, position, quantity, conditions, notes, source } = line
  const facts = [fits, position, quantity, conditions, notes, source.name]
  return JSON.stringify([make, model, engine, fromYear, toYear, ...facts])
}
