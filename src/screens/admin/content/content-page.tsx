import { useQuery } from '@tanstack/react-query'
import { entriesContract } from '#contracts/content'
import { homeEntries, homeEntryNames } from '#rules/content'
import { call } from '#ui/calls/call.ts'
import { Placeholders } from '#ui/feedback/placeholders.tsx'
import { ReadFailed } from '#ui/feedback/read-failed.tsx'
import { DocumentHead } from '#ui/navigation/document-head.tsx'
import { Link } from '#ui/navigation/link.tsx'
import { PageTitle } from '#ui/navigation/page-title.tsx'
import { ContentNav } from './content-nav.tsx'
import styles from './content.module.css'
import { contentTexts as texts, homeForms } from './content.texts.ts'
import { EntryChanges } from './entry-changes.tsx'
import { EntryForm } from './entry-form.tsx'
import { LogoForm } from './logo-form.tsx'

/** The words of home page and footer, each part by itself. */
export default function ContentPage() {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['content-entries'],
    queryFn: () => call(entriesContract.getHomeEntries, {}),
  })
  const reload = async () => (await refetch()).data?.entries
  const logo = data?.entries.find(({ name }) => name === 'logo')
  return (
    <>
      <DocumentHead title={texts.title} hiddenFromSearch />
      <PageTitle lead={texts.lead}>{texts.title}</PageTitle>
      <ContentNav />
      <p className={styles.elsewhere}>
        {texts.elsewhere} <Link to="/dashboard/settings">{texts.toSettings}</Link> · <Link to="/">{texts.toHome}</Link>
      </p>
      {!data && !error && <Placeholders count={4} className={styles.placeholders} each={styles.placeholder} />}
      {!data && error && (
        <ReadFailed title={texts.failed} error={error} isTrying={isFetching} onTry={() => void refetch()} />
      )}
      {data && (
        <div className={styles.entries}>
          {logo && <LogoForm entry={logo} reload={reload} />}
          {homeEntryNames.map(name => {
            const entry = data.entries.find(one => one.name === name)
            return (
              entry && (
                <EntryForm
                  key={name}
                  entry={entry}
                  schema={homeEntries[name]}
                  {...homeForms[name]}
                  reload={async () => (await reload())?.find(one => one.name === name)}
                />
              )
            )
          })}
          <EntryChanges changes={data.changes} entries={data.entries} titleOf={titleOf} reload={reload} />
        </div>
      )}
    </>
  )
}

function titleOf(name: string): string {
  const entry = homeEntryNames.find(one => one === name)
  return entry ? homeForms[entry].title : texts.logo
}
