import { useId } from 'react'
import type { Import } from '#contracts/imports'
import { MoreRows } from '#ui/feedback/more-rows.tsx'
import { leapsQuestion, importsTexts as texts } from '#texts/imports'
import { useLeaps } from './import-queries.ts'
import styles from './imports.module.css'
import type { Allowed } from './send-files.ts'

type LeapsChoiceProps = { item: Import; allowed: Allowed; onSay: (more: Allowed) => void }

/** Whether prices that leap go in: all of them, all but those that are ticked, or none while the rest of the list does. */
export function LeapsChoice({ item, allowed: { leaps, keepPrices }, onSay }: LeapsChoiceProps) {
  const name = useId()
  const { priceLeaps } = item
  const list = useLeaps(item)
  const isYes = leaps === item.leaps
  const toolsToKeep = Array.isArray(keepPrices) ? keepPrices : []
  return (
    <fieldset className={styles.leaps}>
      <legend>
        {leapsQuestion(priceLeaps)} {texts.leapsFirst(priceLeaps)}
      </legend>
      <label className={styles.allow}>
        <input
          type="radio"
          name={name}
          checked={isYes}
          onChange={() => onSay({ leaps: item.leaps, keepPrices: undefined })}
        />
        {texts.allowPrices(priceLeaps)}
      </label>
      {isYes && priceLeaps > 1 && (
        <div className={styles.options} role="group" aria-label={texts.exceptPrices}>
          <p>{texts.exceptPrices}</p>
          {list.rows.map(({ tool, part, was, becomes }) => (
            <label key={tool}>
              <input
                type="checkbox"
                checked={toolsToKeep.includes(tool)}
                onChange={({ target }) =>
                  onSay({
                    keepPrices: target.checked ? [...toolsToKeep, tool] : toolsToKeep.filter(one => one !== tool),
                  })
                }
              />
              <span>
                <bdi>{part}</bdi> {`${was} → ${becomes}`}
              </span>
            </label>
          ))}
          <MoreRows list={list} />
        </div>
      )}
      <label className={styles.allow}>
        <input
          type="radio"
          name={name}
          checked={keepPrices === 'all'}
          onChange={() => onSay({ leaps: undefined, keepPrices: 'all' })}
        />
        {texts.keepPrices(priceLeaps)}
      </label>
    </fieldset>
  )
}
