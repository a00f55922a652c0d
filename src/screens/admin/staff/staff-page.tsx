import { Placeholders } from '#ui/feedback/placeholders.tsx'
import { ReadFailed } from '#ui/feedback/read-failed.tsx'
import { DocumentHead } from '#ui/navigation/document-head.tsx'
import { PageTitle } from '#ui/navigation/page-title.tsx'
import { Invitations } from './invitations.tsx'
import { Invite } from './invite.tsx'
import { People } from './people.tsx'
import { Roles } from './roles.tsx'
import styles from './staff.module.css'
import { staffTexts as texts } from './staff.texts.ts'
import { useStaff } from './staff-queries.ts'

/** Who works in the shop, who is invited to, and what each role may do. */
export default function StaffPage() {
  const { data, error, isFetching, refetch } = useStaff()
  return (
    <>
      <DocumentHead title={texts.title} hiddenFromSearch />
      <PageTitle lead={texts.lead}>{texts.title}</PageTitle>
      {!data && !error && <Placeholders count={4} className={styles.placeholders} each={styles.placeholder} />}
      {!data && error && (
        <ReadFailed title={texts.failed} error={error} isTrying={isFetching} onTry={() => void refetch()} />
      )}
      {data && (
        <div className={styles.parts}>
          <Invite roles={data.roles} />
          <People members={data.members} roles={data.roles} />
          {data.invitations.length > 0 && <Invitations invitations={data.invitations} roles={data.roles} />}
          <Roles roles={data.roles} />
        </div>
      )}
    </>
  )
}
