import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { type ContentDocument, entriesContract } from '#contracts/content'
import { type DocumentKind, documentKinds } from '#rules/content'
import { call } from '#ui/calls/call.ts'
import { useAction } from '#ui/calls/use-action.ts'
import { Button, LinkButton } from '#ui/controls/button.tsx'
import { FormProblem } from '#ui/controls/form-problem.tsx'
import { Badge } from '#ui/data/badge.tsx'
import { Placeholders } from '#ui/feedback/placeholders.tsx'
import { ReadFailed } from '#ui/feedback/read-failed.tsx'
import { toastSuccess } from '#ui/feedback/toast.ts'
import { DocumentHead } from '#ui/navigation/document-head.tsx'
import { Link } from '#ui/navigation/link.tsx'
import { PageTitle } from '#ui/navigation/page-title.tsx'
import { ContentNav, documentsPath } from './content-nav.tsx'
import styles from './content.module.css'
import { documentKindTexts, documentsTexts as texts } from './documents.texts.ts'
import { EntryChanges } from './entry-changes.tsx'
import { RemoveDocument } from './remove-document.tsx'

/** The short pages and the articles of the shop. */
export default function DocumentsPage() {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['content-documents'],
    queryFn: () => call(entriesContract.listDocuments, {}),
  })
  const [toRemove, setToRemove] = useState<ContentDocument>()
  // When a row goes, so does the button that had the focus: reading goes on at the lists.
  const lists = useRef<HTMLDivElement>(null)
  const titleOf = (name: string) => data?.documents.find(one => one.name === name)?.title ?? name.replace(/^\w+:/, '')
  return (
    <>
      <DocumentHead title={texts.title} hiddenFromSearch />
      <PageTitle lead={texts.lead}>{texts.title}</PageTitle>
      <ContentNav />
      {!data && !error && <Placeholders count={4} className={styles.placeholders} each={styles.row} />}
      {!data && error && (
        <ReadFailed title={texts.failed} error={error} isTrying={isFetching} onTry={() => void refetch()} />
      )}
      {data && (
        <div ref={lists} tabIndex={-1} className={styles.entries}>
          {documentKinds.map(kind => (
            <List
              key={kind}
              kind={kind}
              documents={data.documents.filter(document => document.kind === kind)}
              onRemove={setToRemove}
              reload={refetch}
            />
          ))}
          <EntryChanges changes={data.changes} entries={data.documents} titleOf={titleOf} reload={refetch} />
          <RemoveDocument
            document={toRemove}
            onClose={() => setToRemove(undefined)}
            onRemoved={() => lists.current?.focus()}
            reload={refetch}
          />
        </div>
      )}
    </>
  )
}

type ListProps = {
  kind: DocumentKind
  documents: readonly ContentDocument[]
  onRemove: (document: ContentDocument) => void
  reload: () => Promise<unknown>
}

function List({ kind, documents, onRemove, reload }: ListProps) {
  const { act, isPending, problem } = useAction()
  const words = documentKindTexts[kind]
  const bringBack = async ({ name, version, title }: ContentDocument) => {
    const done = await act(() =>
      call(entriesContract.changeEntry, { params: { name }, body: { value: null, version } }),
    )
    await reload()
    if (done) toastSuccess(texts.broughtBack(title))
  }
  return (
    <section className={styles.documents}>
      <div className={styles.listHead}>
        <h2>{words.title}</h2>
        <LinkButton size="small" to={`${documentsPath}/new/${kind}`}>
          {words.add}
        </LinkButton>
      </div>
      {documents.length === 0 && <p>{words.none}</p>}
      <ul role="list" className={styles.log}>
        {documents.map(document => (
          <li key={document.name}>
            <p>
              {document.isRemoved ? document.title : <Link to={document.path}>{document.title}</Link>}{' '}
              <State document={document} />
            </p>
            <div className={styles.rowActions}>
              {document.isRemoved ? (
                <Button
                  size="small"
                  variant="quiet"
                  disabled={isPending}
                  aria-label={texts.bringBackNamed(document.title)}
                  onClick={() => void bringBack(document)}
                >
                  {texts.bringBack}
                </Button>
              ) : (
                <>
                  <LinkButton
                    size="small"
                    variant="quiet"
                    to={`${documentsPath}/${document.name}`}
                    aria-label={texts.editNamed(document.title)}
                  >
                    {texts.edit}
                  </LinkButton>
                  {!document.isNeeded && (
                    <Button
                      size="small"
                      variant="quiet"
                      aria-label={texts.removeNamed(document.title)}
                      onClick={() => onRemove(document)}
                    >
                      {texts.remove}
                    </Button>
                  )}
                </>
              )}
            </div>
          </li>
        ))}
      </ul>
      <FormProblem>{problem}</FormProblem>
    </section>
  )
}

function State({ document: { isRemoved, isOwn } }: { document: ContentDocument }) {
  if (isRemoved) return <Badge tone="bad">{texts.isRemoved}</Badge>
  return isOwn ? <Badge tone="ok">{texts.own}</Badge> : <Badge>{texts.original}</Badge>
}
