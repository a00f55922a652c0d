import { useQuery } from '@tanstack/react-query'
import type { AnswerOf } from '#kernel/endpoint'
import { formatMoney } from '#kernel/money'
import { entriesContract } from '#contracts/content'
import { fillPlaceholders, mailEntry, paragraphsOf, shopPlaceholder } from '#rules/content'
import { call } from '#ui/calls/call.ts'
import { Badge } from '#ui/data/badge.tsx'
import { useDate } from '#ui/data/date.tsx'
import { Placeholders } from '#ui/feedback/placeholders.tsx'
import { ReadFailed } from '#ui/feedback/read-failed.tsx'
import { DocumentHead } from '#ui/navigation/document-head.tsx'
import { PageTitle } from '#ui/navigation/page-title.tsx'
import { type Shop, useShop } from '#ui/shop.tsx'
import { ContentNav } from './content-nav.tsx'
import styles from './content.module.css'
import { EntryChanges } from './entry-changes.tsx'
import type { EntryValue } from './entry-fields.tsx'
import { EntryForm } from './entry-form.tsx'
import { useHasDraft } from './use-entry-draft.ts'
import { mailFields, mailsTexts as texts } from './mails.texts.ts'

/** What the shop's mails to customers say. */
export default function MailsPage() {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['mail-texts'],
    queryFn: () => call(entriesContract.listMailTexts, {}),
  })
  const reload = async (name: string) => (await refetch()).data?.mails.find(mail => mail.name === name)
  return (
    <>
      <DocumentHead title={texts.title} hiddenFromSearch />
      <PageTitle lead={texts.lead}>{texts.title}</PageTitle>
      <ContentNav />
      {!data && !error && <Placeholders count={6} className={styles.placeholders} each={styles.row} />}
      {!data && error && (
        <ReadFailed title={texts.failed} error={error} isTrying={isFetching} onTry={() => void refetch()} />
      )}
      {data && (
        <>
          <ul role="list" className={styles.mails}>
            {data.mails.map(mail => (
              <li key={mail.name}>
                <MailBox mail={mail} reload={() => reload(mail.name)} />
              </li>
            ))}
          </ul>
          <EntryChanges
            changes={data.changes}
            entries={data.mails}
            titleOf={name => data.mails.find(mail => mail.name === name)?.title ?? name}
            reload={refetch}
          />
        </>
      )}
    </>
  )
}

type Mail = AnswerOf<typeof entriesContract.listMailTexts>['mails'][number]

/** Opened by whoever wants to write it; what was typed before and is back does not wait behind a title. */
function MailBox({ mail, reload }: { mail: Mail; reload: () => Promise<Mail | undefined> }) {
  const hasDraft = useHasDraft(mail.name)
  return (
    <details open={hasDraft}>
      <summary>
        {mail.title} {mail.isOwn && <Badge tone="ok">{texts.own}</Badge>}
      </summary>
      <EntryForm
        entry={mail}
        schema={mailEntry(mail)}
        title={mail.title}
        lead={texts.mayName([...mail.placeholders, shopPlaceholder])}
        fields={mailFields}
        preview={Preview}
        reload={reload}
      />
    </details>
  )
}

/** The mail as it would come, with an order that does not exist. */
function Preview({ value: { subject, text } }: { value: EntryValue }) {
  const shop = useShop()
  const until = useDate()(exampleTime, 'paper')
  const examples = examplesOf(shop, until)
  const fill = (words: unknown) => (typeof words === 'string' ? fillPlaceholders(words, examples) : '')
  return (
    <div className={styles.preview} role="group" aria-label={texts.preview}>
      <p className={styles.hint}>{texts.preview}</p>
      <p className={styles.subject}>{fill(subject)}</p>
      <p>{texts.greeting}</p>
      {paragraphsOf(fill(text)).map((paragraph, index) => (
        <p key={index}>{paragraph}</p>
      ))}
      <p className={styles.hint}>{texts.rest}</p>
    </div>
  )
}

const exampleTime = '2030-01-15T12:00:00.000Z'

const examplesOf = ({ name, currency, locale }: Shop, until: string): ReadonlyMap<string, string> =>
  new Map([
    [shopPlaceholder, name],
    ['number', texts.exampleNumber],
    ['amount', formatMoney(4990, currency, locale)],
    ['until', until],
  ])
