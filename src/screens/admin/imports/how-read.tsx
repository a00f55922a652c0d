import { useNavigate } from 'react-router'
import { useAction } from '#ui/calls/use-action.ts'
import { Button } from '#ui/controls/button.tsx'
import { FormProblem } from '#ui/controls/form-problem.tsx'
import { Link } from '#ui/navigation/link.tsx'
import { useShop } from '#ui/shop.tsx'
import type { Import } from '#contracts/imports'
import type { Mapping } from '#rules/imports'
import { mappingTexts, importsTexts as texts } from '#texts/imports'
import { useImportAct } from './import-queries.ts'
import { writtenFactor } from './mapping/use-mapping.ts'
import styles from './imports.module.css'
import { act } from './send-files.ts'
import { sentAs } from './sent-files.ts'

/** The answers by which a list of this page was read, and the way back to them: the file need not be chosen again. Of any other: how to go on. */
export function HowRead({ item }: { item: Import }) {
  const navigate = useNavigate()
  const { mutateAsync } = useImportAct(item._id, act.cancel(item._id))
  const { act: tried, isPending, problem } = useAction()
  const sent = sentAs(item._id)
  if (!sent) {
    return (
      <p>
        {texts.fileGone} <Link to="/dashboard/imports">{texts.newTitle}</Link>
      </p>
    )
  }
  const correct = () =>
    tried(async () => {
      if (item.state === 'staged') await mutateAsync(undefined)
      await navigate('/dashboard/imports', { state: { again: item._id } })
    })
  return (
    <div className={styles.howRead}>
      {sent.input.mapping && <Answers mapping={sent.input.mapping} />}
      {item.state === 'committed' && <p>{texts.undoFirst}</p>}
      <Button size="small" pending={isPending} onClick={() => void correct()}>
        {texts.correct}
      </Button>
      <FormProblem>{problem}</FormProblem>
    </div>
  )
}

function Answers({ mapping: { columns, fixed = [], meanings = [], priceTimes } }: { mapping: Mapping }) {
  const shop = useShop()
  const leftOut = columns.filter(({ column }) => column === '').map(({ head }) => head)
  return (
    <details>
      <summary>{texts.howRead}</summary>
      <ul className={styles.answers}>
        {columns
          .filter(({ column }) => column !== '')
          .map(({ head, column }) => (
            <li key={head}>{mappingTexts.isColumn(head, column)}</li>
          ))}
        {meanings.map(({ column, text, means }) => (
          <li key={`${column} ${text}`}>
            {mappingTexts.means(column, text)} {means === '' ? mappingTexts.nothing : writtenFactor(means, shop)}
          </li>
        ))}
        {fixed.map(({ column, value }) => (
          <li key={column}>{mappingTexts.fixed(column, value)}</li>
        ))}
        {priceTimes && (
          <li>
            {mappingTexts.priceTimes} {writtenFactor(priceTimes, shop)}
          </li>
        )}
        {leftOut.length > 0 && <li>{mappingTexts.areLeftOut(leftOut)}</li>}
      </ul>
    </details>
  )
}
