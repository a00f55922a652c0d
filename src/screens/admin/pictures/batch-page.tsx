import { formatNumber } from '#kernel/formats'
import { useEffect } from 'react'
import { useParams } from 'react-router'
import { type PictureBatch, pictureBatchesContract } from '#contracts/catalogue'
import { type BatchRowState, batchRowStates, isBatchWorking } from '#rules/catalogue'
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
import styles from '../edits/edits.module.css'
import { useBatch, useRefreshBatch } from './batch-queries.ts'
import { BatchRows } from './batch-rows.tsx'
import { picturesTexts as texts } from './pictures.texts.ts'

/** One ZIP of pictures: whose each file is, how far it is, and what became of it. */
export default function BatchPage() {
  const { id = '' } = useParams()
  const batch = useBatch(id)
  const refresh = useRefreshBatch()
  const state = batch.data?.state
  // When the work ends, the lists that show its tools are read anew.
  useEffect(() => {
    if (state === 'committed' || state === 'undone') void refresh(id)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each end, however often the page is drawn
  }, [id, state])
  const title = batch.data ? texts.numbered(batch.data.number) : texts.title
  return (
    <>
      <DocumentHead title={title} hiddenFromSearch />
      <Breadcrumb
        items={[
          { label: texts.toProducts, to: '/dashboard/manageProducts' },
          { label: texts.title, to: '/dashboard/manageProducts/pictures' },
          { label: title },
        ]}
      />
      <PageTitle lead={batch.data?.name}>{title}</PageTitle>
      {batch.isPending && <Placeholders count={3} className={styles.placeholders} each={styles.placeholder} />}
      {batch.isError && !batch.data && (
        <ReadFailed
          title={texts.readFailed}
          error={batch.error}
          isTrying={batch.isFetching}
          onTry={() => void batch.refetch()}
        />
      )}
      {batch.data && (
        <div className={styles.parts}>
          <Standing batch={batch.data} />
          {!isBatchWorking(batch.data.state) &&
            rowStates.map(
              rows => batch.data.counts[rows] > 0 && <BatchRows key={rows} batch={batch.data} state={rows} />,
            )}
        </div>
      )}
    </>
  )
}

/** What is to be looked at comes first. */
const rowStates: readonly BatchRowState[] = [
  'refused',
  'left',
  'ambiguous',
  'unknown',
  'broken',
  'matched',
  'added',
  'undone',
  'there',
]

function Standing({ batch }: { batch: PictureBatch }) {
  const { locale } = useShop()
  const refresh = useRefreshBatch()
  const inWords = (count: number) => formatNumber(count, locale)
  const { state, counts } = batch
  const isUndoing = state === 'undoing'
  const open = isUndoing ? counts.added : counts.matched
  const done = isUndoing ? counts.undone + counts.left : counts.added + counts.there + counts.refused
  return (
    <Card as="section" className={styles.standing}>
      <p role="status" className={styles.state}>
        {texts.states[state]}
      </p>
      {isBatchWorking(state) ? (
        <>
          {state !== 'planning' && (
            <>
              <progress value={done} max={done + open} aria-label={texts.states[state]} className={styles.progress} />
              <p>{texts.progress(inWords(done), inWords(done + open))}</p>
            </>
          )}
          <p className={styles.soft}>{texts.goesOn}</p>
        </>
      ) : (
        <ul role="list" className={styles.counts}>
          {batchRowStates.map(
            name => counts[name] > 0 && <li key={name}>{texts.counts[name](inWords(counts[name]))}</li>,
          )}
        </ul>
      )}
      {state === 'planned' && <Acts batch={batch} />}
      {state === 'committed' && counts.added > 0 && (
        <UndoButton
          texts={texts}
          undo={() => call(pictureBatchesContract.undoPictureBatch, { params: { id: batch._id } })}
          refresh={() => refresh(batch._id)}
        />
      )}
    </Card>
  )
}

function Acts({ batch: { _id: id, counts } }: { batch: PictureBatch }) {
  const { locale } = useShop()
  const { act, isPending, problem } = useAction()
  const refresh = useRefreshBatch()
  const doing = (endpoint: 'commitPictureBatch' | 'cancelPictureBatch') =>
    act(async () => {
      await call(pictureBatchesContract[endpoint], { params: { id } })
      await refresh(id)
    })
  return (
    <>
      <FormProblem>{problem}</FormProblem>
      <div className={styles.buttons}>
        {counts.matched > 0 ? (
          <Button variant="primary" pending={isPending} onClick={() => void doing('commitPictureBatch')}>
            {texts.commit(formatNumber(counts.matched, locale))}
          </Button>
        ) : (
          <p>{texts.nothingToDo}</p>
        )}
        <Button variant="quiet" disabled={isPending} onClick={() => void doing('cancelPictureBatch')}>
          {texts.giveUp}
        </Button>
      </div>
    </>
  )
}
