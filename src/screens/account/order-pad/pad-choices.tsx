import { Button } from '#ui/controls/button.tsx'
import { TableChoiceFields } from '#ui/controls/tables/table-choice-fields.tsx'
import { useTableChoices } from '#ui/controls/tables/use-table-choices.ts'
import type { TableChoices } from '#kernel/tables/read-table'
import styles from './order-pad.module.css'
import { padFileTexts as texts } from './pad-file.texts.ts'
import type { PadFileQuestion } from './read-pad-file.ts'

type PadChoicesProps = {
  file: File
  asks: PadFileQuestion
  /** The sheet that was read. */
  sheet: string | undefined
  onRead: (choices: TableChoices) => void
}

/** What somebody says of a file, after which it is read once more. It is loaded when one leaves something open. */
export function PadChoices({ file, asks, sheet, onRead }: PadChoicesProps) {
  const { choices: chosen, fields } = useTableChoices(file, asks)
  const choices = { ...(sheet !== undefined && { sheet }), ...chosen }
  return (
    <div className={styles.choices}>
      <TableChoiceFields {...fields} choices={choices} />
      <Button onClick={() => onRead(choices)}>{asks === 'sheet' ? texts.readSheet : texts.readFile}</Button>
    </div>
  )
}
