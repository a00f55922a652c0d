import { mostOrdered } from '#rules/ordering'
import { basketTexts } from '#texts/ordering'
import { kitTexts } from '#ui/kit.texts.ts'
import { Stepper } from '#ui/controls/stepper.tsx'

type UnitsOfProps = {
  tool: { name: string; minimumQuantity: number; availableQuantity: number; multiple: number }
  /** Undefined while what is typed is no quantity. */
  value: number | undefined
  onChange: (quantity: number | undefined) => void
  /** Where any number may be wanted, whatever can be ordered: the least of them. */
  least?: number
  /** What is wrong with a quantity; that one is missing is said in any case. */
  error?: string | undefined
  /** What is said of a line without a quantity. */
  needed?: string
  wrongBy?: string | undefined
}

/** How many of a tool a line is to have, small and named by the tool: in the basket, in lists, in Quick Order. */
export function UnitsOf({
  tool,
  value,
  onChange,
  least,
  error,
  needed = kitTexts.quantityNeeded,
  wrongBy,
}: UnitsOfProps) {
  return (
    <Stepper
      label={<span className="visually-hidden">{basketTexts.quantityOf(tool.name)}</span>}
      value={value}
      onChange={onChange}
      least={least ?? tool.minimumQuantity}
      most={mostOrdered(tool)}
      multiple={least === undefined ? tool.multiple : 1}
      hint=""
      size="small"
      error={value ? error : needed}
      wrongBy={wrongBy}
    />
  )
}
