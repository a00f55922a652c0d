import { useId } from 'react'
import type { Import } from '#contracts/imports'
import { leapsQuestion, importsTexts as texts } from '#texts/imports'
import { useChanges } from './import-queries.ts'
import styles from './imports.module.css'
import type { Allowed } from './send-files.ts'

type LeapsChoiceProps = { item: Import; allowed: Allowed; onSay: (more: Allowed) => void }

/** Whether prices that leap go in: all of them, all but those that are ticked, or none while the rest of the list does. */
export function LeapsChoice({ item, allowed: { leaps, keepPrices }, onSay }: LeapsChoiceProps) {
  const name = useId()
  const { priceLeaps } = item
  const { data = [] } = useChanges(item)
  const leaping = data.filter(change => change.leaps !== undefined)
  const isYes = leaps === priceLeaps
  const kept = Array.isArray(keepPrices) ? keepPrices : []
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
          onChange={() => onSay({ leaps: priceLeaps, keepPrices: undefined })}
        />
        {texts.allowPrices(priceLeaps)}
      </label>
      {isYes && priceLeaps > 1 && (
        <div className={styles.options} role="group" aria-label={texts.exceptPrices}>
          <p>{texts.exceptPrices}</p>
          {leaping.map(({ part, leaps: id = '', changes }) => (
            <label key={id}>
              <input
                type="checkbox"
                checked={kept.includes(id)}
                onChange={({ target }) =>
                  onSay({ keepPrices: target.checked ? [...kept, id] : kept.filter(one => one !== id) })
                }
              />
              <span>
                <bdi>{part}</bdi>{' '}
                {changes.filter(({ column }) => column === 'price').map(({ was, becomes }) => `${was} → ${becomes}`)}
              </span>
            </label>
          ))}
          {priceLeaps > leaping.length && <p>{texts.exceptFirst(leaping.length)}</p>}
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
