import { joined } from '#kernel/sentence'
import { formatNumber } from '#kernel/formats'
import { useEffect, useId, useRef, useState } from 'react'
import { useParams } from 'react-router'
import { Breadcrumb } from '#ui/navigation/breadcrumb.tsx'
import { Button } from '#ui/controls/button.tsx'
import { Card } from '#ui/data/card.tsx'
import { DateTime } from '#ui/data/date.tsx'
import { DocumentHead } from '#ui/navigation/document-head.tsx'
import { Fact } from '#ui/data/fact.tsx'
import { FormProblem } from '#ui/controls/form-problem.tsx'
import { PageTitle, SectionTitle } from '#ui/navigation/page-title.tsx'
import { Placeholders } from '#ui/feedback/placeholders.tsx'
import { ReadFailed } from '#ui/feedback/read-failed.tsx'
import { type Column, Table } from '#ui/data/table.tsx'
import type { Import } from '#contracts/imports'
import { type RowKind, isRefusedWhole, outcomes, rowKinds } from '#rules/imports'
import { kindNames, outcomeNames, importsTexts as texts } from '#texts/imports'
import { AllowDialog, CancelDialog, UndoDialog, needsConsent, useCommit } from './import-dialogs.tsx'
import { LeftList, OverlapList } from './import-lists.tsx'
import { HowRead } from './how-read.tsx'
import { isAtWork, useImport } from './import-queries.ts'
import { ProgressBar, StateBadge } from './import-state.tsx'
import styles from './imports.module.css'
import { ChangesTable } from './mapping/changes-table.tsx'
import { NoteList, ProblemList } from './problems/problem-list.tsx'

/** One import: how far it is, what it changes, what was wrong, and what can be done with it now. */
export default function ImportPage() {
  const { id = '' } = useParams()
  const { data: item, error, isFetching, refetch } = useImport(id)
  return (
    <>
      <DocumentHead title={item ? texts.numbered(item.number) : texts.title} hiddenFromSearch />
      <Breadcrumb items={[{ label: texts.back, to: '/dashboard/imports' }, { label: titleOf(item) }]} />
      <PageTitle lead={item?.source}>{titleOf(item)}</PageTitle>
      {error && !item && (
        <ReadFailed title={texts.oneFailed} error={error} isTrying={isFetching} onTry={() => void refetch()} />
      )}
      {!error && !item && <Placeholders count={4} className={styles.waiting} />}
      {item && <Whole item={item} />}
    </>
  )
}

const titleOf = (item: Import | undefined) => (item ? texts.numbered(item.number) : texts.title)

function Whole({ item }: { item: Import }) {
  const isKnown = item.state !== 'staging' && item.state !== 'failed'
  const hasCounts = isKnown && kindsOf(item).length > 0
  return (
    <>
      <Standing item={item} />
      {item.left && <LeftList left={item.left} />}
      {hasCounts && <Preview item={item} />}
      {item.state !== 'staging' && <ProblemList item={item} />}
      {item.state === 'staged' && item.counts.part && <ChangesTable item={item} />}
      {item.state !== 'staging' && item.notes > 0 && <NoteList item={item} />}
      {isKnown && item.overlaps + item.duplicates > 0 && <OverlapList item={item} />}
    </>
  )
}

type Act = 'commit' | 'cancel' | 'undo'

/** Where reading goes on when a dialog has closed, or work has ended, and what had the focus is gone. */
function useFocusLeft(now: string) {
  const heading = useRef<HTMLHeadingElement>(null)
  const before = useRef(now)
  useEffect(() => {
    if (before.current !== now && document.activeElement === document.body) {
      heading.current?.focus({ preventScroll: true })
    }
    before.current = now
  }, [now])
  return heading
}

function Standing({ item }: { item: Import }) {
  const titleId = useId()
  const [act, setAct] = useState<Act>()
  // A dialog closes itself, and none that was opened after it.
  const closing = (own: Act) => () => setAct(open => (open === own ? undefined : open))
  const isRefused = item.state === 'refused' || (item.state === 'staged' && isRefusedWhole(item.counts))
  const isBusy = item.asked !== null || item.progress !== null
  const mayCommit = item.state === 'staged' && !isBusy && !isRefused
  const committing = useCommit(item)
  const heading = useFocusLeft(`${act ?? ''} ${item.state} ${isBusy}`)
  return (
    <Card as="section" className={styles.standing} aria-labelledby={titleId}>
      <h2 id={titleId} ref={heading} tabIndex={-1} className={styles.standingTitle}>
        {texts.standing}
      </h2>
      <dl className={styles.facts}>
        <Fact name={texts.state}>
          <span role="status">
            <StateBadge item={item} />
          </span>
        </Fact>
        <Fact name={texts.when}>
          <DateTime value={item.createdAt} />
        </Fact>
        {item.files.length > 0 && (
          <Fact name={texts.filesHead}>
            {joined(
              item.files.map(file => file.name),
              ', ',
            )}
          </Fact>
        )}
      </dl>
      {isAtWork(item) && <ProgressBar progress={item.progress} />}
      <FormProblem>{item.failure ?? (isRefused ? texts.refusedWhole : committing.problem)}</FormProblem>
      {mayCommit && item.isFull && <p>{texts.countsAsAll}</p>}
      {mayCommit && <p>{texts.commitEffect}</p>}
      {mayCommit && item.overtakenBy !== null && <p role="alert">{texts.overtaken(item.overtakenBy)}</p>}
      <div className={styles.acts}>
        {mayCommit && (
          <Button
            variant="primary"
            pending={committing.isPending}
            onClick={() => (needsConsent(item) ? setAct('commit') : void committing.commit())}
          >
            {texts.commit}
          </Button>
        )}
        {(item.state === 'staging' || (item.state === 'staged' && !isBusy)) && (
          <Button variant="quiet" onClick={() => setAct('cancel')}>
            {texts.cancel}
          </Button>
        )}
        {item.state === 'committed' && !isBusy && <Button onClick={() => setAct('undo')}>{texts.undo}</Button>}
      </div>
      {item.state !== 'staging' && !isBusy && item.origin === 'page' && <HowRead item={item} />}
      <AllowDialog item={item} open={act === 'commit'} onClose={closing('commit')} />
      <CancelDialog item={item} open={act === 'cancel'} onClose={closing('cancel')} />
      <UndoDialog item={item} open={act === 'undo'} onClose={closing('undo')} />
    </Card>
  )
}

function kindsOf(item: Import): RowKind[] {
  return rowKinds.filter(kind => outcomes.some(outcome => (item.counts[kind]?.[outcome] ?? 0) > 0))
}

function Preview({ item }: { item: Import }) {
  const columns: readonly Column<RowKind>[] = [
    { head: texts.what, names: true, cell: kind => kindNames[kind] },
    ...outcomes.map(outcome => ({
      head: outcomeNames[outcome],
      numeric: true,
      cell: (kind: RowKind) => formatNumber(item.counts[kind]?.[outcome] ?? 0, 'en'),
    })),
  ]
  const title = ['staged', 'refused'].includes(item.state) ? texts.preview : texts.previewDone
  return (
    <section className={styles.section}>
      <SectionTitle>{title}</SectionTitle>
      <Table caption={title} captionHidden columns={columns} rows={kindsOf(item)} keyOf={kind => kind} />
    </section>
  )
}
