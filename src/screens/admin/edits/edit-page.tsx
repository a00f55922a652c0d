import { formatNumber } from '#kernel/formats'
import { useEffect } from 'react'
import { useParams } from 'react-router'
import { type ToolEdit, toolEditsContract } from '#contracts/catalogue'
import { type EditRowState, editRowStates, isWorking } from '#rules/catalogue'
import { call } from '#ui/calls/call.ts'
import { useAction } from '#ui/calls/use-action.ts'
import { Button } from '#ui/controls/button.tsx'
import { FormProblem } from '#ui/controls/form-problem.tsx'
import { Card } from '#ui/data/card.tsx'
import { Placeholders } from '#ui/feedback/placeholders.tsx'
import { ReadFailed } from '#ui/feedback/read-failed.tsx'
import { Breadcrumb } from '#ui/navigation/breadcrumb.tsx'
import { DocumentHead } from '#ui/navigation/document-head.tsx'
import { PageTitle } from '#ui/navigation/page-title.tsx'
import { useShop } from '#ui/shop.tsx'
import { UndoButton } from '../undo-button.tsx'
import { useEdit, useRefreshEdit } from './edit-queries.ts'
import { EditRows } from './edit-rows.tsx'
import styles from './edits.module.css'
import { editsTexts as texts } from './edits.texts.ts'

/** One edit of many tools: what would change, how far it is, what became of it, and the way back. */
export default function EditPage() {
  const { id = '' } = useParams()
  const edit = useEdit(id)
  const refresh = useRefreshEdit()
  const state = edit.data?.state
  // When the work ends, the lists that show its tools are read anew.
  useEffect(() => {
    if (state === 'committed' || state === 'undone') void refresh(id)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each end, however often the page is drawn
  }, [id, state])
  const title = edit.data ? texts.numbered(edit.data.number) : texts.title
  return (
    <>
      <DocumentHead title={title} hiddenFromSearch />
      <Breadcrumb
        items={[
          { label: texts.toProducts, to: '/dashboard/manageProducts' },
          { label: texts.title, to: '/dashboard/manageProducts/edits' },
          { label: title },
        ]}
      />
      <PageTitle>{title}</PageTitle>
      {edit.isPending && <Placeholders count={3} className={styles.placeholders} each={styles.placeholder} />}
      {edit.isError && !edit.data && (
        <ReadFailed
          title={texts.readFailed}
          error={edit.error}
          isTrying={edit.isFetching}
          onTry={() => void edit.refetch()}
        />
      )}
      {edit.data && (
        <div className={styles.parts}>
          <Standing edit={edit.data} />
          {!isWorking(edit.data.state) &&
            rowStates.map(rows => edit.data.counts[rows] > 0 && <EditRows key={rows} edit={edit.data} state={rows} />)}
        </div>
      )}
    </>
  )
}

/** What is to be looked at comes first; what stays as it is, is counted alone. */
const rowStates: readonly EditRowState[] = ['refused', 'skipped', 'left', 'planned', 'done', 'undone']

function Standing({ edit }: { edit: ToolEdit }) {
  const { locale } = useShop()
  const inWords = (count: number) => formatNumber(count, locale)
  const { state, counts } = edit
  const all = editRowStates.reduce((sum, name) => sum + counts[name], 0)
  const open = state === 'committing' ? counts.planned : counts.done
  return (
    <Card as="section" className={styles.standing}>
      <p role="status" className={styles.state}>
        {texts.states[state]}
      </p>
      {isWorking(state) ? (
        <>
          {state !== 'planning' && (
            <>
              <progress value={all - open} max={all} aria-label={texts.states[state]} className={styles.progress} />
              <p>{texts.progress(inWords(all - open), inWords(all))}</p>
            </>
          )}
          <p className={styles.soft}>{texts.goesOn}</p>
        </>
      ) : (
        <ul role="list" className={styles.counts}>
          {editRowStates.map(
            name => counts[name] > 0 && <li key={name}>{texts.counts[name](inWords(counts[name]))}</li>,
          )}
          {all === 0 && <li>{texts.nothingToDo}</li>}
        </ul>
      )}
      <Acts edit={edit} />
    </Card>
  )
}

function Acts({ edit: { _id: id, state, counts } }: { edit: ToolEdit }) {
  const { locale } = useShop()
  const { act, isPending, problem } = useAction()
  const refresh = useRefreshEdit()
  const params = { id }
  const doing = (endpoint: 'commitToolEdit' | 'cancelToolEdit') =>
    act(async () => {
      await call(toolEditsContract[endpoint], { params })
      await refresh(id)
    })
  return (
    <>
      <FormProblem>{problem}</FormProblem>
      {(state === 'planning' || state === 'planned') && (
        <div className={styles.buttons}>
          {counts.planned > 0 && (
            <Button variant="primary" pending={isPending} onClick={() => void doing('commitToolEdit')}>
              {texts.commit(formatNumber(counts.planned, locale))}
            </Button>
          )}
          {state === 'planned' && counts.planned === 0 && <p>{texts.nothingToDo}</p>}
          <Button variant="quiet" disabled={isPending} onClick={() => void doing('cancelToolEdit')}>
            {texts.giveUp}
          </Button>
        </div>
      )}
      {state === 'committed' && counts.done > 0 && (
        <UndoButton
          texts={texts}
          undo={() => call(toolEditsContract.undoToolEdit, { params })}
          refresh={() => refresh(id)}
        />
      )}
    </>
  )
}
