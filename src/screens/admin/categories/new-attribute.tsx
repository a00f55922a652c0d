import { type FormEvent, useRef, useState } from 'react'
import { NewAttribute as NewAttributeInput, attributesContract } from '#contracts/catalogue'
import { type AttributeKind, attributeKinds } from '#rules/catalogue'
import type { CallFailed } from '#ui/calls/call-failed.ts'
import { call } from '#ui/calls/call.ts'
import { useIdempotencyKey } from '#ui/calls/idempotency-key.ts'
import { useAction } from '#ui/calls/use-action.ts'
import { Button } from '#ui/controls/button.tsx'
import { SelectField, TextArea, TextField } from '#ui/controls/field.tsx'
import { FormProblem } from '#ui/controls/form-problem.tsx'
import { Card } from '#ui/data/card.tsx'
import { useRefreshAttributes } from './attribute-queries.ts'
import styles from './attributes.module.css'
import { attributesTexts as texts } from './attributes.texts.ts'

type Typed = { name: string; kind: AttributeKind; unit: string; choices: string }

/** Only what belongs to the kind is sent; the rest stays typed, for whoever changes the kind back. */
const inputOf = ({ name, kind, unit, choices }: Typed) => ({
  name,
  kind,
  ...(kind === 'number' && { unit }),
  ...(kind === 'choice' && {
    choices: choices
      .split('\n')
      .map(line => line.trim())
      .filter(Boolean),
  }),
})

const problemsOf = (errors: readonly { field: string; message: string }[]) =>
  new Map(errors.map(({ field, message }) => [field.split('.')[0] ?? field, message]))

/** Adds one attribute after the other. */
export function NewAttribute({ categoryId }: { categoryId: string }) {
  const [typed, setTyped] = useState<Typed>({ name: '', kind: 'text', unit: '', choices: '' })
  const [problems, setProblems] = useState<ReadonlyMap<string, string>>(new Map())
  const set = (change: Partial<Typed>) => setTyped(typed => ({ ...typed, ...change }))
  const { act, isPending, problem } = useAction()
  const { keyOf, forget } = useIdempotencyKey()
  // Said beside the field: whoever adds one after the other would type under a pile of messages.
  const [added, setAdded] = useState('')
  const refresh = useRefreshAttributes()
  const form = useRef<HTMLFormElement>(null)

  const focusOn = (name: string) => form.current?.querySelector<HTMLElement>(`[name="${name}"]`)?.focus()
  const add = async () => {
    const body = inputOf(typed)
    setAdded('')
    const issues = NewAttributeInput.safeParse(body).error?.issues ?? []
    setProblems(problemsOf(issues.map(({ path, message }) => ({ field: String(path[0]), message }))))
    if (issues.length > 0) return focusOn(String(issues[0]?.path[0]))
    const addOnce = () =>
      call(attributesContract.addAttribute, { params: { id: categoryId }, body, idempotencyKey: keyOf(body) })
    const answer = await act(addOnce, ({ errors }: CallFailed) => setProblems(problemsOf(errors)))
    if (!answer) return focusOn('name')
    forget()
    set({ name: '', choices: '' })
    setAdded(typed.name.trim())
    await refresh()
    // The next one is typed right away.
    focusOn('name')
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isPending) void add()
  }
  return (
    <Card>
      <form ref={form} noValidate onSubmit={submit} className={styles.form}>
        <TextField
          name="name"
          label={texts.name}
          hint={texts.nameHint}
          value={typed.name}
          onChange={event => set({ name: event.target.value })}
          autoComplete="off"
          error={problems.get('name')}
        />
        <SelectField
          label={texts.kind}
          value={typed.kind}
          onChange={event => set({ kind: attributeKinds.find(kind => kind === event.target.value) ?? 'text' })}
          error={problems.get('kind')}
        >
          {attributeKinds.map(kind => (
            <option key={kind} value={kind}>
              {texts.kinds[kind]}
            </option>
          ))}
        </SelectField>
        {typed.kind === 'number' && (
          <TextField
            name="unit"
            label={texts.unit}
            hint={texts.unitHint}
            optional
            value={typed.unit}
            onChange={event => set({ unit: event.target.value })}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            error={problems.get('unit')}
          />
        )}
        {typed.kind === 'choice' && (
          <TextArea
            name="choices"
            label={texts.choices}
            hint={texts.choicesHint}
            value={typed.choices}
            onChange={event => set({ choices: event.target.value })}
            error={problems.get('choices')}
            className={styles.whole}
          />
        )}
        <div className={styles.end}>
          <Button type="submit" variant="primary" pending={isPending}>
            {texts.add}
          </Button>
          <p role="status" className={styles.added}>
            {added && texts.added(added)}
          </p>
        </div>
        <FormProblem>{problems.size > 0 ? undefined : problem}</FormProblem>
      </form>
    </Card>
  )
}
