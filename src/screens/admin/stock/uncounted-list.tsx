import { Button } from '#ui/controls/button.tsx'
import { stockTexts as texts } from './stock.texts.ts'
import styles from './stock.module.css'
import type { Count, Uncounted } from './use-counting.ts'

type UncountedListProps = {
  uncounted: readonly Uncounted[]
  onCount: (count: Count) => void
  onLeaveOut: (count: Count) => void
}

/** Counts that were not taken while the next was typed already, each with the way to take it still. */
export function UncountedList({ uncounted, onCount, onLeaveOut }: UncountedListProps) {
  return (
    <div role="alert">
      {uncounted.map(({ count, why, choices }) => (
        <div key={count.partNumber} className={styles.choices}>
          <p>{texts.uncounted(count.partNumber, count.counted, why)}</p>
          {choices.map(tool => (
            <Button key={tool._id} onClick={() => onCount({ ...count, tool: tool._id })}>
              {texts.choose(tool.name, tool.brand)}
            </Button>
          ))}
          {choices.length === 0 && <Button onClick={() => onCount(count)}>{texts.countAgain(count.partNumber)}</Button>}
          <Button variant="quiet" onClick={() => onLeaveOut(count)}>
            {texts.leaveOut(count.partNumber)}
          </Button>
        </div>
      ))}
    </div>
  )
}
