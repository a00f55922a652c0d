import { useEffect, useRef } from 'react'
import type { BasketLine } from '#contracts/ordering'
import { catalogueTexts } from '#texts/catalogue'
import { basketTexts } from '#texts/ordering'
import { toolPath } from '#rules/catalogue'
import { withVehicle } from '#parts/finder'
import { Button } from '#ui/controls/button.tsx'
import { Price } from '#ui/data/price.tsx'
import { type Column, Table } from '#ui/data/table.tsx'
import { Icon } from '#ui/icon.tsx'
import { Link } from '#ui/navigation/link.tsx'
import styles from './basket-lines.module.css'
import { LineFor } from './line-for.tsx'
import { LineProblems } from './line-problems.tsx'
import { LineQuantity } from './line-quantity.tsx'
import type { BasketInHand } from './use-basket.ts'

type BasketLinesProps = { inHand: BasketInHand; lines: readonly BasketLine[] }

/** The lines, one below the other where people compare; a card for each on phones. */
export function BasketLines({ inHand, lines }: BasketLinesProps) {
  const place = useRef<HTMLDivElement>(null)
  const count = lines.length
  const before = useRef(count)
  useEffect(() => {
    // The button that took a line away has gone with it.
    if (count < before.current && document.activeElement === document.body) place.current?.focus()
    before.current = count
  }, [count])
  return (
    <div ref={place} tabIndex={-1}>
      <Table
        caption={basketTexts.lines}
        captionHidden
        columns={columnsOf(inHand)}
        rows={lines}
        keyOf={line => line.id}
      />
    </div>
  )
}

const columnsOf = (inHand: BasketInHand): Column<BasketLine>[] => [
  { head: basketTexts.tool, names: true, cell: line => <What line={line} inHand={inHand} /> },
  {
    head: basketTexts.unitPrice,
    numeric: true,
    cell: ({ unitPrice, tool }) =>
      unitPrice === null ? (
        basketTexts.notPriced
      ) : (
        <span className={styles.unit}>
          <Price amount={unitPrice} /> {tool.unit !== 'each' && <small>{catalogueTexts.perUnit(tool)}</small>}
        </span>
      ),
  },
  { head: basketTexts.quantity, cell: line => <LineQuantity line={line} inHand={inHand} /> },
  {
    head: basketTexts.amount,
    numeric: true,
    cell: ({ lineTotal }) =>
      lineTotal === null ? (
        basketTexts.notPriced
      ) : (
        <span className={styles.amount}>
          <Price amount={lineTotal} />
        </span>
      ),
  },
  {
    head: '',
    headName: basketTexts.actions,
    cell: line => (
      <Button
        variant="quiet"
        size="small"
        aria-label={basketTexts.removeNamed(line.tool.name)}
        onClick={() => void inHand.remove(line)}
      >
        <Icon name="x" size={16} />
        {basketTexts.remove}
      </Button>
    ),
  },
]

function What({ line, inHand }: { line: BasketLine; inHand: BasketInHand }) {
  const { tool, tools_id, vehicle } = line
  const path = withVehicle(toolPath({ _id: tools_id, name: tool.name }), vehicle)
  return (
    <div className={styles.what}>
      <p className={styles.maker}>
        {tool.brand && <span>{tool.brand}</span>}
        {tool.partNumber && <code>{tool.partNumber}</code>}
      </p>
      <p className={styles.name}>
        {line.problems.some(({ code }) => code === 'tool-gone') ? tool.name : <Link to={path}>{tool.name}</Link>}
      </p>
      <LineProblems line={line} inHand={inHand} />
      <LineFor line={line} inHand={inHand} />
    </div>
  )
}
