import { useEffect, useRef, useState } from 'react'
import type { BasketLine } from '#contracts/ordering'
import { mostOrdered } from '#rules/ordering'
import { basketTexts } from '#texts/ordering'
import { Stepper } from '#ui/controls/stepper.tsx'
import styles from './basket-lines.module.css'
import type { BasketInHand } from './use-basket.ts'

/** Somebody who types or steps has come to rest. */
const restMs = 500

/** How many: stepped or typed. The shop hears of it when the hand rests, and the line shows what is typed at once. */
export function LineQuantity({ line, inHand }: { line: BasketLine; inHand: BasketInHand }) {
  const [typed, setTyped] = useState<number | undefined>(line.quantity)
  const [kept, setKept] = useState(line.quantity)
  const waiting = useRef<{ timer: ReturnType<typeof setTimeout>; send: () => void }>(undefined)
  // It was changed elsewhere: by the button beside a problem, in another window.
  if (kept !== line.quantity) {
    setKept(line.quantity)
    setTyped(line.quantity)
  }
  const sendNow = () => {
    const { timer, send } = waiting.current ?? {}
    waiting.current = undefined
    clearTimeout(timer)
    send?.()
  }
  // Whoever leaves the page has meant what was typed.
  useEffect(() => sendNow, [])
  const change = (quantity: number | undefined) => {
    setTyped(quantity)
    clearTimeout(waiting.current?.timer)
    waiting.current = undefined
    if (!quantity || quantity === line.quantity) return
    waiting.current = { timer: setTimeout(sendNow, restMs), send: () => void inHand.change(line, { quantity }) }
  }
  const { tool } = line
  return (
    <div className={styles.quantity} onBlur={sendNow}>
      <Stepper
        label={<span className="visually-hidden">{basketTexts.quantityOf(tool.name)}</span>}
        value={typed}
        onChange={change}
        least={tool.minimumQuantity}
        most={mostOrdered(tool)}
        multiple={tool.multiple}
        hint=""
        size="small"
        error={typed ? undefined : basketTexts.quantityNeeded}
      />
    </div>
  )
}
