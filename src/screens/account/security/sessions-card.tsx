import { useQuery } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import { Badge } from '#ui/data/badge.tsx'
import { Button } from '#ui/controls/button.tsx'
import { CallFailed } from '#ui/calls/call-failed.ts'
import { call } from '#ui/calls/call.ts'
import { Card } from '#ui/data/card.tsx'
import { useDate } from '#ui/data/date.tsx'
import { Icon } from '#ui/icon.tsx'
import { Placeholders } from '#ui/feedback/placeholders.tsx'
import { ReadFailed } from '#ui/feedback/read-failed.tsx'
import { toastFailure, toastSuccess } from '#ui/feedback/toast.ts'
import { type OpenSession, sessionsContract } from '#contracts/accounts'
import { readBrowser } from '#rules/accounts'
import { sessionsTexts } from './sessions.texts.ts'
import { useAccount } from '#parts/accounts'
import accountStyles from '../account-page.module.css'
import styles from './sessions-card.module.css'

/** Where this account is logged in, and the way to end it there. */
export function SessionsCard() {
  const { email } = useAccount()
  const sessions = useQuery({
    queryKey: ['sessions', email],
    queryFn: () => call(sessionsContract.listSessions, {}),
    // Whoever comes here to see where they are logged in means now.
    staleTime: 0,
  })
  const title = useRef<HTMLHeadingElement>(null)
  const titleId = useId()
  const [ending, setEnding] = useState<string>()

  const end = async (what: string, { work, message }: { work: () => Promise<unknown>; message: string }) => {
    setEnding(what)
    try {
      await work()
      toastSuccess(message)
    } catch (error) {
      // Ended somewhere else in the meantime is what was wanted.
      if (!(error instanceof CallFailed && error.code === 'session-gone')) toastFailure(error)
    }
    await sessions.refetch()
    setEnding(undefined)
    // The button that was pressed is gone.
    title.current?.focus()
  }
  const endOne = (session: OpenSession) =>
    end(session._id, {
      work: () => call(sessionsContract.endSession, { params: { id: session._id } }),
      message: sessionsTexts.ended(nameOf(session)),
    })
  const endOthers = () =>
    end('others', { work: () => call(sessionsContract.endOtherSessions, {}), message: sessionsTexts.othersEnded })

  const others = sessions.data?.filter(session => !session.current) ?? []
  return (
    <Card as="section" className={accountStyles.part} aria-labelledby={titleId}>
      <h2 id={titleId} ref={title} tabIndex={-1}>
        {sessionsTexts.title}
      </h2>
      {sessions.data && (
        <>
          <p>{others.length > 0 ? sessionsTexts.lead : sessionsTexts.alone}</p>
          <ul className={styles.list}>
            {sessions.data.map(session => (
              <Session
                key={session._id}
                session={session}
                isEnding={ending === session._id}
                onEnd={() => void endOne(session)}
              />
            ))}
          </ul>
          {others.length > 1 && (
            <div className={accountStyles.ways}>
              <Button pending={ending === 'others'} onClick={() => void endOthers()}>
                {sessionsTexts.endOthers}
              </Button>
            </div>
          )}
        </>
      )}
      {sessions.isPending && <Placeholders count={1} className={styles.list} />}
      {sessions.isError && !sessions.data && (
        <ReadFailed
          title={sessionsTexts.failed}
          error={sessions.error}
          isTrying={sessions.isFetching}
          onTry={() => void sessions.refetch()}
        />
      )}
    </Card>
  )
}

type SessionProps = { session: OpenSession; isEnding: boolean; onEnd: () => void }

function Session({ session, isEnding, onEnd }: SessionProps) {
  const date = useDate()
  const name = nameOf(session)
  return (
    <li className={styles.session}>
      <Icon name={readBrowser(session.browser).isHandheld ? 'smartphone' : 'monitor'} className={styles.icon} />
      <div>
        <p className={styles.name}>
          {name} {session.current && <Badge tone="ok">{sessionsTexts.here}</Badge>}
        </p>
        <p className={styles.facts}>
          {session.current
            ? `${sessionsTexts.since} ${date(session.startedAt)}`
            : `${sessionsTexts.lastSeen} ${date(session.lastSeenAt)}`}
          {session.address && ` · ${sessionsTexts.address} ${session.address}`}
        </p>
      </div>
      {!session.current && (
        <Button size="small" pending={isEnding} onClick={onEnd} aria-label={sessionsTexts.endNamed(name)}>
          {sessionsTexts.end}
        </Button>
      )}
    </li>
  )
}

const nameOf = (session: OpenSession) => sessionsTexts.named(readBrowser(session.browser))
