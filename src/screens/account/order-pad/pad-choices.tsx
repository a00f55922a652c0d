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
  onRead: (choices: TableChoices) => void
}

/** What somebody says of a file, after which it is read once more. It is loaded when one leaves something open. */
export function PadChoices({ file, asks, onRead }: PadChoicesProps) {
  const { choices, fields } = useTableChoices(file, asks)
  return (
    <div className={styles.choices}>
      <TableChoiceFields {...fields} />
      <Button onClick={() => onRead(choices)}>{asks === 'sheet' ? texts.readSheet : texts.readFile}</Button>
    </div>
  )
}
