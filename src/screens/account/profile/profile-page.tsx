import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '#ui/calls/call.ts'
import { DocumentHead } from '#ui/navigation/document-head.tsx'
import { Icon } from '#ui/icon.tsx'
import { kitTexts } from '#ui/kit.texts.ts'
import { Link } from '#ui/navigation/link.tsx'
import { PageTitle } from '#ui/navigation/page-title.tsx'
import { ReadFailed } from '#ui/feedback/read-failed.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { accountsTexts } from '#texts/accounts'
import { type Profile, usersContract } from '#contracts/accounts'
import { ProfileForm } from './profile-form.tsx'
import { useAccount, useLookAgain } from '#parts/accounts'
import styles from './profile-page.module.css'

/** Who somebody is to the shop, and what of it they may change. */
export default function ProfilePage() {
  const { email, emailVerified } = useAccount()
  const queries = useQueryClient()
  const key = ['profile', email]
  const profile = useQuery({
    queryKey: key,
    queryFn: () => call(usersContract.getProfile, { query: { email } }),
    // What is being typed must not be overtaken by what was saved.
    staleTime: Infinity,
  })
  return (
    <>
      <DocumentHead title={accountsTexts.profile} hiddenFromSearch />
      <PageTitle lead={accountsTexts.profileLead}>{accountsTexts.profileTitle}</PageTitle>
      <div className={styles.parts}>
        {!emailVerified && <UnconfirmedHint />}
        {profile.isPending && <Placeholder />}
        {profile.isError && !profile.data && (
          <ReadFailed
            title={accountsTexts.profileFailed}
            error={profile.error}
            isTrying={profile.isFetching}
            onTry={() => void profile.refetch()}
          />
        )}
        {profile.data && (
          <ProfileForm
            saved={profile.data}
            onSaved={typed => queries.setQueryData<Profile>(key, old => old && { ...old, ...typed })}
          />
        )}
      </div>
    </>
  )
}

/** What is missing, in a line; what to do about it is My Account's to say. */
function UnconfirmedHint() {
  useLookAgain()
  return (
    <p className={styles.hint}>
      <Icon name="mail-warning" size={20} />
      <span>
        {accountsTexts.unconfirmedHint} <Link to="/dashboard/account">{accountsTexts.toAccount}</Link>
      </span>
    </p>
  )
}

/** The form's size, so that nothing jumps when it comes. */
function Placeholder() {
  return (
    <div role="status" className={styles.form}>
      <span className="visually-hidden">{kitTexts.loading}</span>
      <div className={styles.fields}>
        {['name', 'email', 'phone', 'education', 'link', 'district'].map(field => (
          <div key={field} className={styles.placeholder}>
            <Skeleton shape="line" />
            <Skeleton shape="control" />
          </div>
        ))}
      </div>
      <Skeleton shape="control" className={styles.button ?? ''} />
    </div>
  )
}
