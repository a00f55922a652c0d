import { useQuery } from '@tanstack/react-query'
import { may } from '#kernel/access'
import { mailsContract } from '#contracts/accounts'
import { useAccount } from '#parts/accounts'
import { call } from '#ui/calls/call.ts'
import { useDate } from '#ui/data/date.tsx'
import { Table } from '#ui/data/table.tsx'
import { overviewTexts as texts } from './overview.texts.ts'

/** Addresses that get no mail of the shop's, with what their mail servers say. Nothing where there are none. */
export function RefusedMail() {
  const account = useAccount()
  const date = useDate()
  const { data } = useQuery({
    queryKey: ['mails', 'refused'],
    queryFn: () => call(mailsContract.listRefusedMail, {}),
    enabled: may(account, 'customers'),
  })
  if (!data?.length) return null
  return (
    <section>
      <Table
        caption={texts.refusedMail}
        columns={[
          { head: texts.refusedAddress, cell: row => row.email, names: true },
          { head: texts.refusedSubject, cell: row => row.subject },
          { head: texts.refusedAnswer, cell: row => row.answer },
          { head: texts.refusedAt, cell: row => date(row.refusedAt) },
        ]}
        rows={data}
        keyOf={row => row.email}
      />
      <p>{texts.refusedHint}</p>
    </section>
  )
}
