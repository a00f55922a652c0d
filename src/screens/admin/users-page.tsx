import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { may } from '#kernel/access'
import { Badge } from '#ui/data/badge.tsx'
import { Button } from '#ui/controls/button.tsx'
import { CallFailed } from '#ui/calls/call-failed.ts'
import { call } from '#ui/calls/call.ts'
import { DocumentHead } from '#ui/navigation/document-head.tsx'
import { Empty } from '#ui/feedback/empty.tsx'
import { ListFilters, useFilters } from '#ui/controls/list-filters.tsx'
import { MoreRows } from '#ui/feedback/more-rows.tsx'
import { PageTitle } from '#ui/navigation/page-title.tsx'
import { usePagedList } from '#ui/feedback/paged-list.ts'
import { Placeholders } from '#ui/feedback/placeholders.tsx'
import { ReadFailed } from '#ui/feedback/read-failed.tsx'
import { type Column, Table } from '#ui/data/table.tsx'
import { toastFailure, toastSuccess } from '#ui/feedback/toast.ts'
import { accountsTexts } from '#texts/accounts'
import { type User, usersContract } from '#contracts/accounts'
import { ProofDialog } from '../account/security/proof-dialog.tsx'
import { useAccount } from '#parts/accounts'
import { TakeRoleBack } from './take-role-back.tsx'
import styles from './users-page.module.css'

const listKey = ['users']

/**
 * Who is an admin. Admins see everybody; anyone else their own entry, with the same button, which the server refuses
 * (specification, section 6).
 */
export default function UsersPage() {
  const account = useAccount()
  const seesAll = may(account, 'staff') || may(account, 'customers')
  const { q } = useFilters()
  const users = usePagedList(listKey, usersContract.listUsers, { q: seesAll ? q : undefined })
  const queries = useQueryClient()
  const [chosen, setChosen] = useState<User>()
  // The button that was pressed goes with the change: reading goes on at the list.
  const list = useRef<HTMLDivElement>(null)
  const refresh = async () => {
    await queries.invalidateQueries({ queryKey: listKey })
    list.current?.focus({ preventScroll: true })
  }
  return (
    <>
      <DocumentHead title={accountsTexts.usersTitle} hiddenFromSearch />
      <PageTitle lead={seesAll ? accountsTexts.usersLead : accountsTexts.usersLeadOwn}>
        {accountsTexts.usersTitle}
      </PageTitle>
      {seesAll && <ListFilters searchLabel={accountsTexts.searchUsers} />}
      <div ref={list} tabIndex={-1} className={styles.list}>
        {users.isPending && <Placeholders count={5} className={styles.rows} />}
        {users.error && (
          <ReadFailed
            title={accountsTexts.usersFailed}
            error={users.error}
            isTrying={users.isFetching}
            onTry={() => void users.reload()}
          />
        )}
        {!users.isPending && !users.error && users.rows.length === 0 && (
          <Empty title={accountsTexts.noUsers}>
            <p>{accountsTexts.noUsersNext}</p>
          </Empty>
        )}
        {users.rows.length > 0 && (
          <UserTable users={users.rows} isBusy={users.isPrevious} onMade={refresh} onTakeBack={setChosen} />
        )}
        {seesAll && <MoreRows list={users} />}
      </div>
      <TakeRoleBack user={chosen} onClose={() => setChosen(undefined)} onTaken={() => void refresh()} />
    </>
  )
}

type UserTableProps = Actions & { users: readonly User[]; isBusy: boolean }

function UserTable({ users, isBusy, ...actions }: UserTableProps) {
  const account = useAccount()
  return (
    <Table
      caption={accountsTexts.usersCaption}
      captionHidden
      columns={columnsFor(account, actions)}
      rows={users}
      isBusy={isBusy}
      keyOf={user => user._id}
    />
  )
}

type Actions = { onMade: () => Promise<void>; onTakeBack: (user: User) => void }

function columnsFor(account: { admin: boolean; email: string }, { onMade, onTakeBack }: Actions): Column<User>[] {
  return [
    {
      head: accountsTexts.columnEmail,
      names: true,
      cell: user => (
        <span className={styles.email}>
          {user.email} {user.email === account.email && <Badge>{accountsTexts.you}</Badge>}
        </span>
      ),
    },
    { head: accountsTexts.columnName, cell: user => <span className={styles.name}>{user.name}</span> },
    {
      head: accountsTexts.columnConfirmed,
      cell: user => (
        <Badge tone={user.emailVerified ? 'ok' : 'maybe'}>
          {user.emailVerified ? accountsTexts.confirmed : accountsTexts.unconfirmed}
        </Badge>
      ),
    },
    {
      head: accountsTexts.columnAdmin,
      cell: user => (user.admin ? <Badge tone="ink">{accountsTexts.yes}</Badge> : accountsTexts.no),
    },
    {
      head: '',
      headName: accountsTexts.columnActions,
      cell: user =>
        user.admin ? (
          account.admin && (
            <Button
              key="take"
              size="small"
              variant="quiet"
              aria-label={accountsTexts.takeBackNamed(user.email)}
              onClick={() => onTakeBack(user)}
            >
              {accountsTexts.takeBack}
            </Button>
          )
        ) : (
          <MakeAdmin key="make" user={user} onMade={onMade} />
        ),
    },
  ]
}

function MakeAdmin({ user, onMade }: { user: User; onMade: () => Promise<void> }) {
  const [isPending, setPending] = useState(false)
  const [isProofWanted, setProofWanted] = useState(false)
  const make = async () => {
    setPending(true)
    try {
      await call(usersContract.makeAdmin, { params: { email: user.email } })
      toastSuccess(accountsTexts.madeAdmin)
      await onMade()
    } catch (error) {
      const code = error instanceof CallFailed && error.status === 403 ? error.code : undefined
      if (code === 'password-needed') setProofWanted(true)
      else toastFailure(code && code !== 'login-needed-again' ? accountsTexts.failedToMakeAdmin : error)
    } finally {
      setPending(false)
    }
  }
  return (
    <>
      <Button
        size="small"
        pending={isPending}
        aria-label={accountsTexts.makeAdminNamed(user.email)}
        onClick={() => void make()}
      >
        {accountsTexts.makeAdmin}
      </Button>
      <ProofDialog open={isProofWanted} onClose={() => setProofWanted(false)} onProven={() => void make()} />
    </>
  )
}
