import { type FormEvent, useState } from 'react'
import { customerRole } from '#kernel/access'
import { type StaffRole, staffContract } from '#contracts/accounts'
import { call } from '#ui/calls/call.ts'
import { useAction } from '#ui/calls/use-action.ts'
import { Button } from '#ui/controls/button.tsx'
import { SelectField, TextField } from '#ui/controls/field.tsx'
import { FormProblem } from '#ui/controls/form-problem.tsx'
import { Card } from '#ui/data/card.tsx'
import { RoleOptions } from './role-options.tsx'
import styles from './staff.module.css'
import { staffTexts as texts } from './staff.texts.ts'
import { useRefreshStaff } from './staff-queries.ts'
import { useProof } from './use-proof.tsx'

/** Asks somebody by email to take a role. */
export function Invite({ roles }: { roles: readonly StaffRole[] }) {
  const [email, setEmail] = useState('')
  const [role, setRole] = useState('warehouse')
  const [errors, setErrors] = useState<ReadonlyMap<string, string>>(new Map())
  const [outcome, setOutcome] = useState<string>()
  const { act, isPending, problem } = useAction()
  const { askedFor, question } = useProof()
  const refresh = useRefreshStaff()
  // The role that stands there may have been removed meanwhile.
  const chosen = roles.some(({ key }) => key === role) ? role : (roles.find(({ isFixed }) => !isFixed)?.key ?? '')

  const invite = async () => {
    setErrors(new Map())
    setOutcome(undefined)
    const prove = askedFor(() => void invite())
    const answer = await act(
      () => call(staffContract.inviteStaff, { body: { email, role: chosen } }),
      refusal => {
        setErrors(new Map(refusal.errors.map(({ field, message }) => [field, message])))
        prove(refusal)
      },
    )
    if (!answer) return
    setOutcome(answer.state === 'given' ? texts.given(email) : texts.invited(email))
    setEmail('')
    await refresh()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isPending) void invite()
  }
  return (
    <Card>
      <h2 className={styles.head}>{texts.invite}</h2>
      <form noValidate onSubmit={submit} className={styles.form}>
        <TextField
          label={texts.email}
          type="email"
          autoComplete="off"
          value={email}
          onChange={event => setEmail(event.target.value)}
          error={errors.get('email')}
          className={styles.wide}
        />
        <SelectField
          label={texts.role}
          value={chosen}
          onChange={event => setRole(event.target.value)}
          error={errors.get('role')}
          className={styles.wide}
        >
          <RoleOptions roles={roles.filter(({ key }) => key !== customerRole)} />
        </SelectField>
        <Button type="submit" variant="primary" pending={isPending}>
          {texts.send}
        </Button>
      </form>
      <p className={styles.hint}>{texts.inviteHint}</p>
      <FormProblem>{errors.size > 0 ? undefined : problem}</FormProblem>
      <p role="status" className={styles.outcome}>
        {outcome}
      </p>
      {question}
    </Card>
  )
}
