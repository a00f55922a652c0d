import { type ContentChange, type ContentEntry, entriesContract } from '#contracts/content'
import { logoContract } from '#contracts/desk'
import { call } from '#ui/calls/call.ts'
import { useAction } from '#ui/calls/use-action.ts'
import { Button } from '#ui/controls/button.tsx'
import { FormProblem } from '#ui/controls/form-problem.tsx'
import { DateTime } from '#ui/data/date.tsx'
import { toastSuccess } from '#ui/feedback/toast.ts'
import styles from './content.module.css'
import { contentTexts as texts } from './content.texts.ts'
import { logoOf } from './logo-form.tsx'

type EntryChangesProps = {
  changes: readonly ContentChange[]
  entries: readonly Pick<ContentEntry, 'name' | 'version'>[]
  titleOf: (name: string) => string
  reload: () => Promise<unknown>
}

/** Who has changed what, newest first. The latest change of each entry can be taken back. */
export function EntryChanges({ changes, entries, titleOf, reload }: EntryChangesProps) {
  const { act, isPending, problem } = useAction()
  const takeBack = async ({ name, before, wasThere }: ContentChange) => {
    const current = entries.find(entry => entry.name === name)
    const params = { name }
    const version = current?.version ?? 0
    const done = await act(() => {
      if (name === 'logo') return call(logoContract.changeLogo, { body: { img: logoOf(before) ?? null, version } })
      // What was added leaves again; what was removed, and is in no list any more, is added as it was.
      if (!wasThere) return call(entriesContract.removeEntry, { params, query: { version } })
      return call(entriesContract.changeEntry, { params, body: { value: before, version, isNew: !current } })
    })
    await reload()
    if (done) toastSuccess(texts.takenBack)
  }
  return (
    <section className={styles.changes}>
      <h2>{texts.changes}</h2>
      <FormProblem>{problem}</FormProblem>
      {changes.length === 0 && <p>{texts.noChanges}</p>}
      <ul role="list" className={styles.log}>
        {changes.map((change, index) => {
          const title = titleOf(change.name)
          // Taken back later, it would undo what came after it as well.
          const isLatest = changes.findIndex(({ name }) => name === change.name) === index
          return (
            <li key={change._id}>
              <p>
                <span>{title}</span>{' '}
                <span className={styles.hint}>
                  <DateTime value={change.at} /> {texts.by(change.by ?? texts.someone)}
                </span>
              </p>
              {isLatest && (
                <Button
                  size="small"
                  variant="quiet"
                  disabled={isPending}
                  aria-label={texts.takeBackNamed(title)}
                  onClick={() => void takeBack(change)}
                >
                  {texts.takeBack}
                </Button>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
