import { type FormEvent, useState } from 'react'
import { type CustomerGroup, customerGroupsContract } from '#contracts/pricing'
import { call } from '#ui/calls/call.ts'
import { useAction } from '#ui/calls/use-action.ts'
import { Button } from '#ui/controls/button.tsx'
import { TextField } from '#ui/controls/field.tsx'
import { FormProblem } from '#ui/controls/form-problem.tsx'
import { MoreRows } from '#ui/feedback/more-rows.tsx'
import { ReadFailed } from '#ui/feedback/read-failed.tsx'
import { useMembers, useRefreshPrices } from './price-queries.ts'
import styles from './prices.module.css'
import { pricesTexts as texts } from './prices.texts.ts'

/** Who is in a group: customers are put in by their email, and taken out again. */
export function Members({ group, onRemove }: { group: CustomerGroup; onRemove: () => void }) {
  const { _id: id } = group
  const members = useMembers(id)
  const { act, isPending, problem } = useAction()
  const refresh = useRefreshPrices()
  const takeOut = async (account: string) => {
    await act(() => call(customerGroupsContract.removeMember, { params: { id, account } }))
    await refresh(id)
  }
  return (
    <div className={styles.form}>
      <AddMember id={id} />
      {members.error && (
        <ReadFailed
          title={texts.membersFailed}
          error={members.error}
          isTrying={members.isFetching}
          onTry={() => void members.reload()}
        />
      )}
      {!members.isPending && !members.error && members.rows.length === 0 && <p>{texts.noMembers}</p>}
      <ul role="list" className={styles.found}>
        {members.rows.map(member => (
          <li key={member._id}>
            <span className={styles.pair}>
              {member.name}
              <span>{member.email}</span>
            </span>
            <Button
              size="small"
              aria-label={texts.removeMemberNamed(member.name)}
              disabled={isPending}
              onClick={() => void takeOut(member._id)}
            >
              {texts.removeMember}
            </Button>
          </li>
        ))}
      </ul>
      <MoreRows list={members} />
      <FormProblem>{problem}</FormProblem>
      <div className={styles.buttons}>
        <Button variant="quiet" disabled={isPending} onClick={onRemove}>
          {texts.removeGroup}
        </Button>
      </div>
    </div>
  )
}

function AddMember({ id }: { id: string }) {
  const [email, setEmail] = useState('')
  const [wrong, setWrong] = useState<string>()
  const { act, isPending, problem } = useAction()
  const refresh = useRefreshPrices()
  const add = async () => {
    setWrong(undefined)
    const send = () => call(customerGroupsContract.addMember, { params: { id }, body: { email } })
    if (!(await act(send, refusal => setWrong(refusal.errors[0]?.message)))) return
    setEmail('')
    await refresh(id)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isPending) void add()
  }
  return (
    <form noValidate onSubmit={submit} className={styles.line}>
      <TextField
        label={texts.memberEmail}
        type="email"
        value={email}
        autoComplete="off"
        error={wrong ?? problem}
        className={styles.wide}
        onChange={event => setEmail(event.target.value)}
      />
      <Button type="submit" pending={isPending}>
        {texts.addMember}
      </Button>
    </form>
  )
}
