import { type FormEvent, useRef, useState } from 'react'
import { type Category, categoriesContract } from '#contracts/catalogue'
import { call } from '#ui/calls/call.ts'
import { useIdempotencyKey } from '#ui/calls/idempotency-key.ts'
import { useAction } from '#ui/calls/use-action.ts'
import { Button } from '#ui/controls/button.tsx'
import { SelectField, TextField } from '#ui/controls/field.tsx'
import { FormProblem } from '#ui/controls/form-problem.tsx'
import { Card } from '#ui/data/card.tsx'
import styles from './categories.module.css'
import { categoriesTexts as texts } from './categories.texts.ts'
import { CategoryOptions } from './category-options.tsx'
import { useRefreshCategories } from './category-queries.ts'
import { useCategoryForm } from './use-category-form.ts'

type NewCategoryProps = {
  all: readonly Category[]
  onAdded: (parent: string | null) => void
}

/** Adds one category after the other. */
export function NewCategory({ all, onAdded }: NewCategoryProps) {
  const { values, set, problems, check, onRefused } = useCategoryForm()
  const [parent, setParent] = useState('')
  const { act, isPending, problem } = useAction()
  const { keyOf, forget } = useIdempotencyKey()
  // Said beside the field: whoever adds one after the other would type under a pile of messages.
  const [added, setAdded] = useState<string>()
  const refresh = useRefreshCategories()
  const field = useRef<HTMLInputElement>(null)

  const add = async () => {
    const body = { name: values.name, parent: parent || null }
    setAdded(undefined)
    const addOnce = () => call(categoriesContract.addCategory, { body, idempotencyKey: keyOf(body) })
    const answer = check() && (await act(addOnce, onRefused))
    if (!answer) return field.current?.focus()
    forget()
    set({ name: '' })
    setAdded(values.name.trim())
    await refresh()
    onAdded(body.parent)
    // The next one is typed right away.
    field.current?.focus()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isPending) void add()
  }
  return (
    <Card className={styles.new}>
      <form noValidate onSubmit={submit} className={styles.form}>
        <TextField
          ref={field}
          label={texts.new}
          name="name"
          value={values.name}
          onChange={event => set({ name: event.target.value })}
          autoComplete="off"
          error={problems.get('name')}
          className={styles.name}
        />
        <SelectField
          label={texts.parent}
          value={parent}
          onChange={event => setParent(event.target.value)}
          error={problems.get('parent')}
          className={styles.name}
        >
          <option value="">{texts.atTop}</option>
          <CategoryOptions of={all} />
        </SelectField>
        <Button type="submit" variant="primary" pending={isPending}>
          {texts.add}
        </Button>
      </form>
      <FormProblem>{problems.size > 0 ? undefined : problem}</FormProblem>
      <p role="status" className={styles.added}>
        {added !== undefined && texts.added(added)}
      </p>
    </Card>
  )
}
