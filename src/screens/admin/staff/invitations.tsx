import { type StaffInvitation, type StaffRole, staffContract } from '#contracts/accounts'
import { call } from '#ui/calls/call.ts'
import { useAction } from '#ui/calls/use-action.ts'
import { Button } from '#ui/controls/button.tsx'
import { FormProblem } from '#ui/controls/form-problem.tsx'
import { Badge } from '#ui/data/badge.tsx'
import { useDate } from '#ui/data/date.tsx'
import { type Column, Table } from '#ui/data/table.tsx'
import { toastSuccess } from '#ui/feedback/toast.ts'
import styles from './staff.module.css'
import { staffTexts as texts } from './staff.texts.ts'
import { useRefreshStaff } from './staff-queries.ts'
import { useProof } from './use-proof.tsx'

type InvitationsProps = { invitations: readonly StaffInvitation[]; roles: readonly StaffRole[] }

/** Who has been asked and has no account yet. */
export function Invitations({ invitations, roles }: InvitationsProps) {
  const date = useDate()
  const { act, isPending, problem } = useAction()
  const { askedFor, question } = useProof()
  const refresh = useRefreshStaff()
  const send = async (invitation: StaffInvitation) => {
    const { email, role } = invitation
    const again = askedFor(() => void send(invitation))
    const sent = await act(() => call(staffContract.inviteStaff, { body: { email, role } }), again)
    if (sent) toastSuccess(sent.state === 'given' ? texts.given(email) : texts.invited(email))
    await refresh()
  }
  const withdraw = async ({ _id: id, email }: StaffInvitation) => {
    const done = await act(() => call(staffContract.withdrawInvitation, { params: { id } }))
    if (done) toastSuccess(texts.withdrawn(email))
    await refresh()
  }
  const columns = columnsFor(roles, {
    date,
    isPending,
    onSend: invitation => void send(invitation),
    onWithdraw: invitation => void withdraw(invitation),
  })
  return (
    <section>
      <h2 className={styles.head}>{texts.invitations}</h2>
      <Table
        caption={texts.invitationsCaption}
        captionHidden
        columns={columns}
        rows={invitations}
        keyOf={invitation => invitation._id}
      />
      <FormProblem>{problem}</FormProblem>
      {question}
    </section>
  )
}

type Actions = {
  date: (iso: string) => string
  isPending: boolean
  onSend: (invitation: StaffInvitation) => void
  onWithdraw: (invitation: StaffInvitation) => void
}

function columnsFor(
  roles: readonly StaffRole[],
  { date, isPending, onSend, onWithdraw }: Actions,
): Column<StaffInvitation>[] {
  return [
    { head: texts.email, names: true, cell: ({ email }) => <span className={styles.email}>{email}</span> },
    { head: texts.role, cell: ({ role }) => <Badge>{roles.find(({ key }) => key === role)?.name ?? role}</Badge> },
    {
      head: texts.until,
      cell: ({ expiresAt, isOver }) => (isOver ? <Badge tone="maybe">{texts.over}</Badge> : date(expiresAt)),
    },
    {
      head: '',
      headName: texts.actions,
      cell: invitation => (
        <span className={styles.pair}>
          <Button
            size="small"
            disabled={isPending}
            aria-label={texts.againNamed(invitation.email)}
            onClick={() => onSend(invitation)}
          >
            {texts.again}
          </Button>
          <Button
            size="small"
            variant="quiet"
            disabled={isPending}
            aria-label={texts.withdrawNamed(invitation.email)}
            onClick={() => onWithdraw(invitation)}
          >
            {texts.withdraw}
          </Button>
        </span>
      ),
    },
  ]
}
