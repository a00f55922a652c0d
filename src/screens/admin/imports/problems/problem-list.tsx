import { formatNumber } from '#kernel/formats'
import { type Import, type ImportProblemKind, importsContract } from '#contracts/imports'
import { refusedRows } from '#rules/imports'
import { problemTexts } from '#texts/imports'
import { callFile } from '#ui/calls/call.ts'
import { useAction } from '#ui/calls/use-action.ts'
import { Button } from '#ui/controls/button.tsx'
import { FormProblem } from '#ui/controls/form-problem.tsx'
import { type Column, Table } from '#ui/data/table.tsx'
import { Placeholders } from '#ui/feedback/placeholders.tsx'
import { ReadFailed } from '#ui/feedback/read-failed.tsx'
import { Icon } from '#ui/icon.tsx'
import { SectionTitle } from '#ui/navigation/page-title.tsx'
import { saveStream } from '../download-file.ts'
import { useProblemKinds } from '../import-queries.ts'
import styles from '../imports.module.css'
import { downloadProblems } from '../send-files.ts'
import { EachProblem, headOf } from './each-problem.tsx'

const kindColumns = (only: 'problems' | 'notes'): readonly Column<ImportProblemKind>[] => [
  { head: headOf()[only], names: true, cell: row => row.hint },
  {
    head: problemTexts.field,
    cell: ({ field, value }) => (
      <span className={styles.pair}>
        <span>{field ?? '–'}</span>
        {value !== null && (
          <span>
            {problemTexts.suchAs}
            <code className={styles.value}>{value}</code>
          </span>
        )}
      </span>
    ),
  },
  {
    head: problemTexts.firstPlace,
    cell: row => (
      <span className={styles.pair}>
        <span>{problemTexts.placeOf(row.line, row.record)}</span>
        <span>{row.file}</span>
      </span>
    ),
  },
  { head: problemTexts.times, numeric: true, cell: row => formatNumber(row.rows, 'en') },
]

/** What was wrong with the files of an import: equal problems as one, the rows that do not go in as a file, and each problem. */
export function ProblemList({ item }: { item: Import }) {
  return (
    <section className={styles.section}>
      <SectionTitle>{problemTexts.problems(item.problems)}</SectionTitle>
      {item.problems === 0 && <p className={styles.fine}>{problemTexts.problemsNone}</p>}
      {item.problems + item.notes > 0 && <Files item={item} />}
      {item.problems > 0 && <Kinds item={item} only="problems" />}
    </section>
  )
}

/** What else there is to tell, with which nothing has to be done. */
export function NoteList({ item }: { item: Import }) {
  return (
    <section className={styles.section}>
      <SectionTitle>{problemTexts.notes(item.notes)}</SectionTitle>
      <p className={styles.fine}>{problemTexts.notesLead}</p>
      <Kinds item={item} only="notes" />
    </section>
  )
}

function Kinds({ item, only }: { item: Import; only: 'problems' | 'notes' }) {
  const { data, error, isFetching, refetch } = useProblemKinds(item)
  const kinds = data?.filter(({ isNote }) => isNote === (only === 'notes'))
  const counted = kinds?.reduce((sum, { rows }) => sum + rows, 0) ?? item[only]
  return (
    <>
      {error && !kinds && (
        <ReadFailed
          title={problemTexts.problemsFailed}
          error={error}
          isTrying={isFetching}
          onTry={() => void refetch()}
        />
      )}
      {!error && !kinds && <Placeholders count={4} className={styles.waiting} />}
      {kinds && (
        <Table
          caption={problemTexts[only](item[only])}
          captionHidden
          columns={kindColumns(only)}
          rows={kinds}
          keyOf={({ code, field }) => `${code} ${field ?? ''}`}
        />
      )}
      {counted < item[only] && <p className={styles.fine}>{problemTexts.problemsUnkept(item[only] - counted)}</p>}
      {kinds && counted > kinds.length && <EachProblem item={item} only={only} />}
    </>
  )
}

/** Rows to be corrected and read in again, and all that there is to tell. */
function Files({ item }: { item: Import }) {
  const { act, isPending, problem } = useAction()
  const save = (file: number, name: string) =>
    act(async () => {
      const bytes = await callFile(importsContract.readRefused, { params: { id: item._id }, query: { file } })
      await saveStream({ name, type: importsContract.readRefused.file }, bytes)
    })
  const files = item.files.flatMap(({ name, refused }, at) => (refused ? { name, refused, at } : []))
  const rows = files.reduce((sum, { refused }) => sum + refused, 0)
  const counted = refusedRows(item.counts)
  return (
    <div className={styles.exports}>
      {files.map(({ name, refused, at }) => (
        <Button
          key={name}
          size="small"
          pending={isPending}
          onClick={() => void save(at, `import-${item.number}-refused${at === 0 ? '' : `-${at + 1}`}.csv`)}
        >
          <Icon name="download" size={16} />
          {files.length === 1 ? problemTexts.refusedFile(refused) : problemTexts.refusedFileOf(refused, name)}
        </Button>
      ))}
      <Button size="small" variant="quiet" pending={isPending} onClick={() => void act(() => downloadProblems(item))}>
        <Icon name="download" size={16} />
        {problemTexts.download}
      </Button>
      {rows > 0 && <p className={styles.fine}>{problemTexts.refusedHint}</p>}
      {rows > 0 && counted !== rows && <p className={styles.fine}>{problemTexts.refusedOthers(counted, rows)}</p>}
      <FormProblem>{problem}</FormProblem>
    </div>
  )
}
