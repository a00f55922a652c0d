import { formatNumber } from '#kernel/formats'
import type { BasketLine } from '#contracts/ordering'
import { basketTexts } from '#texts/ordering'
import { Button } from '#ui/controls/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { useShop } from '#ui/shop.tsx'
import styles from './basket-lines.module.css'
import { problemsId } from './mended-by.ts'
import type { BasketActs } from './use-basket.ts'

type LineProps = { line: BasketLine; acts: BasketActs }

/** Why the line cannot be ordered as it is, with what would do one press away; conditions of the fit are ticked here. */
export function LineProblems({ line, acts }: LineProps) {
  const { locale } = useShop()
  return (
    <div id={problemsId(line)} role="status" className={styles.problems}>
      {line.problems.map(({ code, message, quantity }) => (
        <p key={code} className={styles.problem}>
          <Icon name="circle-alert" size={18} />
          <span>{message}</span>
          {quantity !== undefined && (
            <Button
              size="small"
              aria-label={basketTexts.takeQuantityOf(formatNumber(quantity, locale), line.tool.name)}
              onClick={() => acts.change(line, { quantity })}
            >
              {basketTexts.takeQuantity(formatNumber(quantity, locale))}
            </Button>
          )}
        </p>
      ))}
      {line.fit && line.fit.statements.length > 0 && <Statements fit={line.fit} line={line} acts={acts} />}
    </div>
  )
}

function Statements({ fit, line, acts }: LineProps & { fit: NonNullable<BasketLine['fit']> }) {
  const { statements, isAcknowledged, answer } = fit
  return (
    <div className={styles.statements}>
      {answer === 'fits-if' && <p>{basketTexts.conditions}</p>}
      <ul>
        {statements.map(statement => (
          <li key={statement}>{statement}</li>
        ))}
      </ul>
      <label className={styles.tick}>
        <input
          type="checkbox"
          checked={isAcknowledged}
          aria-invalid={isAcknowledged ? undefined : true}
          aria-describedby={isAcknowledged ? undefined : problemsId(line)}
          onChange={({ target }) => acts.change(line, { acknowledged: target.checked ? statements : [] })}
        />
        <span>
          {answer === 'does-not-fit' ? basketTexts.tickAnyway : basketTexts.tickConditions}
          <span className="visually-hidden"> {line.tool.name}</span>
        </span>
      </label>
    </div>
  )
}
