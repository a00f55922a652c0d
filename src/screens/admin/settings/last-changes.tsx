import type { SettingsChange } from '#contracts/desk'
import { Button } from '#ui/controls/button.tsx'
import { DateTime } from '#ui/data/date.tsx'
import { type Shop, useShop } from '#ui/shop.tsx'
import { inWords } from './tables/rows.ts'
import styles from './settings.module.css'
import { fieldOfSetting, settingsTexts as texts } from './settings.texts.ts'
import { shownAs } from './typed-settings.ts'

type LastChangesProps = {
  changes: readonly SettingsChange[]
  isPending: boolean
  onTakeBack: (change: SettingsChange) => void
}

const labelOf = (name: string) => fieldOfSetting(name)?.label ?? name

const describe = (name: string, value: string | null | undefined, shop: Shop) =>
  value ? inWords(name, shownAs(name, value, shop)) : texts.default

/** Whether nothing of it was changed again since: taken back later, it would undo that as well. */
function isLatest(changes: readonly SettingsChange[], index: number): boolean {
  const names = Object.keys(changes[index]?.after ?? {})
  return changes.slice(0, index).every(({ after }) => names.every(name => !Object.hasOwn(after, name)))
}

/** Who has changed what, newest first, each with the way back. */
export function LastChanges({ changes, isPending, onTakeBack }: LastChangesProps) {
  const shop = useShop()
  if (changes.length === 0) return <p>{texts.noChanges}</p>
  return (
    <ul role="list" className={styles.log}>
      {changes.map((change, index) => (
        <li key={change._id}>
          <div>
            <p className={styles.when}>
              <DateTime value={change.at} /> {texts.by(change.by ?? texts.someone)}
            </p>
            {Object.entries(change.after).map(([name, after]) => (
              <p key={name}>
                {texts.changed(labelOf(name), describe(name, change.before[name], shop), describe(name, after, shop))}
              </p>
            ))}
          </div>
          {isLatest(changes, index) && (
            <Button
              size="small"
              variant="quiet"
              disabled={isPending}
              aria-label={texts.takeBackNamed(Object.keys(change.after).map(labelOf).join(', '))}
              onClick={() => onTakeBack(change)}
            >
              {texts.takeBack}
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}
