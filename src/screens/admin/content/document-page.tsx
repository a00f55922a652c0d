import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { entriesContract } from '#contracts/content'
import { articleEntry, pageEntry } from '#rules/content'
import { CallFailed } from '#ui/calls/call-failed.ts'
import { call } from '#ui/calls/call.ts'
import { LinkButton } from '#ui/controls/button.tsx'
import { Empty } from '#ui/feedback/empty.tsx'
import { Placeholders } from '#ui/feedback/placeholders.tsx'
import { ReadFailed } from '#ui/feedback/read-failed.tsx'
import { Breadcrumb } from '#ui/navigation/breadcrumb.tsx'
import { DocumentHead } from '#ui/navigation/document-head.tsx'
import { Link } from '#ui/navigation/link.tsx'
import { PageTitle } from '#ui/navigation/page-title.tsx'
import { documentsPath } from './content-nav.tsx'
import styles from './content.module.css'
import { documentKindTexts, documentsTexts as texts } from './documents.texts.ts'
import { EntryForm } from './entry-form.tsx'

/** One page or article, to be written anew. */
export default function DocumentPage() {
  const { name = '' } = useParams()
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['content-documents', name],
    queryFn: () => call(entriesContract.getDocument, { params: { name } }),
  })
  const isGone = error instanceof CallFailed && error.code === 'no-such-entry'
  const title = data?.title ?? texts.title
  return (
    <>
      <DocumentHead title={title} hiddenFromSearch />
      <Breadcrumb items={[{ label: texts.title, to: documentsPath }, { label: title }]} />
      <PageTitle>{isGone ? texts.gone : title}</PageTitle>
      {isGone && !data && (
        <Empty title={texts.gone} action={<LinkButton to={documentsPath}>{texts.back}</LinkButton>}>
          {texts.goneNext}
        </Empty>
      )}
      {!data && !error && <Placeholders count={1} className={styles.placeholders} each={styles.placeholder} />}
      {!data && error && !isGone && (
        <ReadFailed title={texts.documentFailed} error={error} isTrying={isFetching} onTry={() => void refetch()} />
      )}
      {data && (
        <>
          <p className={styles.elsewhere}>
            <Link to={data.path}>{texts.see}</Link>
          </p>
          <EntryForm
            key={name}
            // Without an original there is nothing to go back to.
            entry={{ ...data, isOwn: data.isOwn && data.hasOriginal }}
            schema={data.kind === 'page' ? pageEntry : articleEntry}
            title={texts.wordsOf(title)}
            fields={documentKindTexts[data.kind].fields}
            reload={async () => (await refetch()).data}
          />
        </>
      )}
    </>
  )
}
