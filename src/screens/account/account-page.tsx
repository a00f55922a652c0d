import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { contentContract } from '#contracts/content'
import { OwnVehicles } from '#parts/finder'
import { useQuery } from '@tanstack/react-query'
import { Button, LinkButton } from '#ui/controls/button.tsx'
import { call } from '#ui/calls/call.ts'
import { Card } from '#ui/data/card.tsx'
import { DocumentHead } from '#ui/navigation/document-head.tsx'
import { Fact } from '#ui/data/fact.tsx'
import { PageTitle } from '#ui/navigation/page-title.tsx'
import { toastFailure, toastSuccess } from '#ui/feedback/toast.ts'
import { accountsTexts } from '#texts/accounts'
import { passwordTexts } from './password.texts.ts'
import { MailsCard } from './mails/mails-card.tsx'
import { BuyingForCard } from './companies/buying-for.tsx'
import { EmailCard } from './security/email-card.tsx'
import { GoogleCard } from './security/google-card.tsx'
import { PasskeysCard } from './security/passkeys.tsx'
import { PasswordCard } from './security/password-card.tsx'
import { type SessionAccount, refreshSession, sendVerificationMail, useAccount, useLookAgain } from '#parts/accounts'
import { ordersForItself } from './dashboard/menu.ts'
import { SecondFactorCard } from './security/second-factor.tsx'
import { SessionsCard } from './security/sessions-card.tsx'
import { DeleteAccount, DownloadData } from './security/account-data.tsx'
import styles from './account-page.module.css'

/** Who is here, as the shop knows them; what it keeps of them, and the way out. */
export default function AccountPage() {
  const account = useAccount()
  const config = useConfig()
  return (
    <>
      <DocumentHead title={accountsTexts.myAccount} hiddenFromSearch />
      <PageTitle>{accountsTexts.myAccount}</PageTitle>
      <div className={styles.parts}>
        <MailLinkOutcome />
        {!account.emailVerified && <ConfirmEmail email={account.email} />}
        <Card as="section">
          <dl className={styles.facts}>
            <Fact name={accountsTexts.name}>{account.name}</Fact>
            <Fact name={accountsTexts.role}>{roleOf(account)}</Fact>
          </dl>
        </Card>
        <p className={styles.ways}>
          {ordersForItself(account) && (
            <LinkButton to="/dashboard/order" variant="primary">
              {accountsTexts.myOrders}
            </LinkButton>
          )}
          <LinkButton to="/shop">{accountsTexts.toShop}</LinkButton>
        </p>
        <EmailCard isDemo={config.data?.identity.demo === true} />
        <PasswordCard isDemo={config.data?.identity.demo === true} />
        <SecondFactorCard provider={config.data?.identity.provider} />
        <GoogleCard isOffered={config.data?.identity.provider === 'embedded' && config.data.identity.google.enabled} />
        <PasskeysCard provider={config.data?.identity.provider} host={config.data?.identity.passkeyHost} />
        <SessionsCard />
        <MailsCard />
        <BuyingForCard />
        {/* As long as it turns out to be: what it could push down is not in sight yet. */}
        <OwnVehicles />
        <DownloadData />
        <DeleteAccount />
      </div>
    </>
  )
}

function roleOf({ admin, permissions }: SessionAccount): string {
  if (admin) return accountsTexts.roleAdmin
  return permissions.length > 0 ? accountsTexts.roleStaff : accountsTexts.roleCustomer
}

/** The links of the mails about an address end here: what has come of it. */
function MailLinkOutcome() {
  const [query] = useSearchParams()
  const { email, emailVerified } = useAccount()
  if (!emailVerified || !(query.has('confirmed') || query.has('changed'))) return null
  return (
    <p role="status" className={styles.thanks}>
      {query.has('changed') ? passwordTexts.justChanged(email) : accountsTexts.justConfirmed}
    </p>
  )
}

/** What to do about an address that nobody has confirmed, and what it holds back until then. */
function ConfirmEmail({ email }: { email: string }) {
  const [pending, setPending] = useState<'mail' | 'look'>()
  const config = useConfig()
  useLookAgain()
  const attempt = async (what: 'mail' | 'look', work: () => Promise<void>) => {
    setPending(what)
    await work().catch(toastFailure)
    setPending(undefined)
  }
  const sendMail = async () => {
    await sendVerificationMail()
    toastSuccess(accountsTexts.sentAgain(email))
  }
  const look = async () => {
    const account = await refreshSession()
    // When it worked, this whole hint is gone by now.
    if (account?.emailVerified === false) toastFailure(accountsTexts.stillUnconfirmed)
  }
  return (
    <section className={styles.confirm}>
      <h2>{accountsTexts.confirmTitle}</h2>
      <p>{accountsTexts.confirmText(email)}</p>
      <div className={styles.ways}>
        <Button pending={pending === 'look'} onClick={() => void attempt('look', look)}>
          {accountsTexts.lookAgain}
        </Button>
        <Button variant="quiet" pending={pending === 'mail'} onClick={() => void attempt('mail', sendMail)}>
          {accountsTexts.sendAgain}
        </Button>
        {config.data?.identity.demo && (
          <LinkButton to="/dev/mail" target="_blank" variant="quiet" reloadDocument>
            {accountsTexts.readMail}
          </LinkButton>
        )}
      </div>
    </section>
  )
}

/** The shop's settings do not change under a visitor. */
function useConfig() {
  return useQuery({
    queryKey: ['config'],
    queryFn: () => call(contentContract.getConfig, {}),
    staleTime: Infinity,
  })
}
