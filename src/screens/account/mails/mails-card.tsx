import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { type MailChoices, mailsContract } from '#contracts/accounts'
import { useAccount } from '#parts/accounts'
import { mailsFor } from '#rules/accounts'
import { call } from '#ui/calls/call.ts'
import { useAction } from '#ui/calls/use-action.ts'
import { Button } from '#ui/controls/button.tsx'
import { FormProblem } from '#ui/controls/form-problem.tsx'
import { Card } from '#ui/data/card.tsx'
import { Placeholders } from '#ui/feedback/placeholders.tsx'
import { ReadFailed } from '#ui/feedback/read-failed.tsx'
import { toastSuccess } from '#ui/feedback/toast.ts'
import accountStyles from '../account-page.module.css'
import styles from './mails-card.module.css'
import { mailsTexts as texts } from './mails.texts.ts'

/** What the shop tells somebody of its staff by mail; nothing for whom there are no such mails. */
export function MailsCard() {
  const account = useAccount()
  const mails = mailsFor(account)
  const choices = useQuery({
    queryKey: ['mail-choices', account.email],
    queryFn: () => call(mailsContract.getMailChoices, {}),
    enabled: mails.length > 0,
  })
  const titleId = useId()
  if (mails.length === 0) return null
  return (
    <Card as="section" className={accountStyles.part} aria-labelledby={titleId}>
      <h2 id={titleId}>{texts.title}</h2>
      <p>{texts.lead(account.email)}</p>
      {choices.data && <Choosing saved={choices.data.mails} />}
      {choices.isPending && <Placeholders count={mails.length} className={styles.ticks} />}
      {choices.isError && !choices.data && (
        <ReadFailed
          title={texts.failed}
          error={choices.error}
          isTrying={choices.isFetching}
          onTry={() => void choices.refetch()}
        />
      )}
    </Card>
  )
}

function Choosing({ saved }: { saved: MailChoices }) {
  const account = useAccount()
  const queries = useQueryClient()
  const [changed, setChanged] = useState<MailChoices>({})
  const { act, isPending, problem } = useAction()
  const chosen = { ...saved, ...changed }
  const hintId = useId()

  const save = async (event: FormEvent) => {
    event.preventDefault()
    const done = await act(() => call(mailsContract.chooseMails, { body: { mails: changed } }))
    if (!done) return
    toastSuccess(texts.saved)
    await queries.invalidateQueries({ queryKey: ['mail-choices', account.email] })
    setChanged({})
  }
  return (
    <form className={accountStyles.step} onSubmit={event => void save(event)}>
      <fieldset className={styles.ticks}>
        <legend>{texts.choices}</legend>
        {mailsFor(account).map(mail => (
          <label key={mail} className={styles.tick}>
            <input
              type="checkbox"
              checked={chosen[mail] ?? false}
              aria-describedby={mail === 'digest' ? hintId : undefined}
              onChange={event => setChanged({ ...changed, [mail]: event.target.checked })}
            />
            {texts.mails[mail]}
            {mail === 'digest' && (
              <span id={hintId} className={styles.hint}>
                {texts.digestHint}
              </span>
            )}
          </label>
        ))}
      </fieldset>
      <FormProblem>{problem}</FormProblem>
      <div className={accountStyles.ways}>
        <Button type="submit" variant="primary" pending={isPending}>
          {texts.save}
        </Button>
      </div>
    </form>
  )
}
