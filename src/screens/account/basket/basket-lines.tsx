import { memo, startTransition, useEffect, useMemo, useRef, useState } from 'react'
import type { BasketLine } from '#contracts/ordering'
import { catalogueTexts } from '#texts/catalogue'
import { basketTexts } from '#texts/ordering'
import { toolPath } from '#rules/catalogue'
import { withVehicle } from '#parts/finder'
import { Picture } from '#ui/data/picture.tsx'
import { Price } from '#ui/data/price.tsx'
import { type Column, Table } from '#ui/data/table.tsx'
import { Icon } from '#ui/icon.tsx'
import { Link } from '#ui/navigation/link.tsx'
import styles from './basket-lines.module.css'
import { LineFor } from './line-for.tsx'
import { LineProblems } from './line-problems.tsx'
import { LineQuantity } from './line-quantity.tsx'
import { mendedBy, problemsId } from './mended-by.ts'
import type { BasketActs, BasketInHand } from './use-basket.ts'

type BasketLinesProps = Pick<BasketInHand, 'acts' | 'unsaved'> & {
  lines: readonly BasketLine[]
  /** Somebody is led to one of them at once. */
  needsAll: boolean
}

/** So many lines fill a screen: the others are drawn behind them, while these can be used. */
const atOnce = 30

/** The lines, one below the other where people compare; a card for each on phones. What has not changed is not drawn anew. */
export function BasketLines({ acts, unsaved, lines, needsAll }: BasketLinesProps) {
  const place = useRef<HTMLDivElement>(null)
  const count = lines.length
  const before = useRef(count)
  useEffect(() => {
    // The button that took a line away has gone with it.
    if (count < before.current && document.activeElement === document.body) place.current?.focus()
    before.current = count
  }, [count])
  const [isWhole, setWhole] = useState(needsAll)
  useEffect(() => startTransition(() => setWhole(true)), [])
  const columns = useMemo(() => columnsOf(acts, unsaved), [acts, unsaved])
  return (
    <div ref={place} tabIndex={-1} className={styles.lines}>
      <Table
        caption={basketTexts.lines}
        captionHidden
        columns={columns}
        rows={isWhole ? lines : lines.slice(0, atOnce)}
        keyOf={line => line.id}
      />
    </div>
  )
}

const columnsOf = (acts: BasketActs, unsaved: BasketInHand['unsaved']): Column<BasketLine>[] => [
  { head: basketTexts.tool, names: true, cell: line => <What line={line} acts={acts} /> },
  { head: basketTexts.unitPrice, numeric: true, cell: line => <UnitPrice line={line} /> },
  {
    head: basketTexts.quantity,
    cell: line => <LineQuantity line={line} acts={acts} unsaved={unsaved.get(line.id)} />,
  },
  { head: basketTexts.amount, numeric: true, cell: line => <Amount line={line} /> },
  { head: '', headName: basketTexts.actions, cell: line => <Remove line={line} acts={acts} /> },
]

type CellProps = { line: BasketLine; acts: BasketActs }

const UnitPrice = memo(function UnitPrice({ line: { unitPrice, tool } }: Pick<CellProps, 'line'>) {
  if (unitPrice === null) return basketTexts.notPriced
  return (
    <span className={styles.unit}>
      <Price amount={unitPrice} /> {tool.unit !== 'each' && <small>{catalogueTexts.perUnit(tool)}</small>}
    </span>
  )
})

const Amount = memo(function Amount({ line: { lineTotal } }: Pick<CellProps, 'line'>) {
  if (lineTotal === null) return basketTexts.notPriced
  return (
    <span className={styles.amount}>
      <Price amount={lineTotal} />
    </span>
  )
})

/** What mends a line that is sold no more. */
const Remove = memo(function Remove({ line, acts }: CellProps) {
  const isGone = mendedBy(line) === 'removal'
  return (
    <button
      type="button"
      className={styles.remove}
      aria-label={basketTexts.removeNamed(line.tool.name)}
      aria-describedby={isGone ? problemsId(line) : undefined}
      data-in-the-way={isGone ? '' : undefined}
      onClick={() => acts.remove(line)}
    >
      <Icon name="x" size={18} />
    </button>
  )
})

const What = memo(function What({ line, acts }: CellProps) {
  const { tool, tools_id, vehicle } = line
  const path = withVehicle(toolPath({ _id: tools_id, name: tool.name }), vehicle)
  return (
    <div className={styles.what}>
      <Picture picture={tool.picture} src={tool.img} alt="" sizes="56px" className={styles.picture ?? ''} />
      <div className={styles.words}>
        <p className={styles.name}>
          {line.problems.some(({ code }) => code === 'tool-gone') ? tool.name : <Link to={path}>{tool.name}</Link>}
        </p>
        <div className={styles.about}>
          {(tool.brand || tool.partNumber) && (
            <span>
              {tool.brand} {tool.partNumber && <code>{tool.partNumber}</code>}
            </span>
          )}
          <LineFor line={line} acts={acts} />
        </div>
        <LineProblems line={line} acts={acts} />
      </div>
    </div>
  )
})
