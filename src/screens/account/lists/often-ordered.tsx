import { joined } from '#kernel/sentence'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatNumber } from '#kernel/formats'
import { type OftenOrdered, listsContract } from '#contracts/ordering'
import { addToBasket, tellAdded } from '#parts/ordering'
import { toolPath } from '#rules/catalogue'
import { catalogueTexts } from '#texts/catalogue'
import { call } from '#ui/calls/call.ts'
import { useIdempotencyKey } from '#ui/calls/idempotency-key.ts'
import { useAction } from '#ui/calls/use-action.ts'
import { Button } from '#ui/controls/button.tsx'
import { FormProblem } from '#ui/controls/form-problem.tsx'
import { leadToWrong } from '#ui/controls/lead-to-wrong.ts'
import { useDate } from '#ui/data/date.tsx'
import { Price } from '#ui/data/price.tsx'
import { Link } from '#ui/navigation/link.tsx'
import { SectionTitle } from '#ui/navigation/page-title.tsx'
import { useShop } from '#ui/shop.tsx'
import { UnitsOf } from '../units-of.tsx'
import styles from './lists.module.css'
import { listsTexts as texts } from './lists.texts.ts'

/** What this account orders again and again, each to be put into the basket by one press. Nothing where there is no habit. */
export function OftenOrderedTools() {
  const { data: tools = [] } = useQuery({
    queryKey: ['often-ordered'],
    queryFn: () => call(listsContract.readOftenOrdered, {}),
  })
  if (tools.length === 0) return null
  return (
    <section className={styles.often} aria-labelledby="often-ordered">
      <SectionTitle id="often-ordered">{texts.often}</SectionTitle>
      <p>{texts.oftenLead}</p>
      <ul role="list">
        {tools.map(line => (
          <Habit key={line.tools_id} line={line} />
        ))}
      </ul>
    </section>
  )
}

function Habit({ line }: { line: OftenOrdered }) {
  const { tools_id, tool, times, lastOrderedAt, unitPrice } = line
  const { locale } = useShop()
  const date = useDate()
  const [quantity, setQuantity] = useState<number | undefined>(line.quantity)
  const { act, isPending, problem } = useAction()
  const { keyOf, forget } = useIdempotencyKey()
  const add = (quantity: number) =>
    act(async () => {
      const lines = [{ tools_id, quantity }]
      const problems = await addToBasket(lines, keyOf(lines))
      forget()
      tellAdded({ name: tool.name, quantity, locale }, problems)
    })
  return (
    <li>
      <span className={styles.what}>
        <Link to={toolPath({ _id: tools_id, name: tool.name })}>{tool.name}</Link>
        <small>
          {joined([tool.brand, tool.partNumber], ' ')}
          <span>{texts.oftenTimes(formatNumber(times, locale), date(lastOrderedAt, 'day'))}</span>
        </small>
        {line.differs.length > 0 && <small>{line.differs.join(' ')}</small>}
      </span>
      <span>
        <Price amount={unitPrice} /> {catalogueTexts.perUnit(tool)}
      </span>
      <UnitsOf tool={tool} value={quantity} onChange={setQuantity} />
      <Button
        size="small"
        pending={isPending}
        aria-label={texts.addNamed(tool.name)}
        onClick={event => (quantity ? void add(quantity) : leadToWrong(event.currentTarget.closest('li')))}
      >
        {texts.add}
      </Button>
      <FormProblem>{problem}</FormProblem>
    </li>
  )
}
