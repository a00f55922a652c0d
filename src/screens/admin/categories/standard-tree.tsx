import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { formatNumber } from '#kernel/formats'
import { categoriesContract } from '#contracts/catalogue'
import { call } from '#ui/calls/call.ts'
import { useAction } from '#ui/calls/use-action.ts'
import { Button } from '#ui/controls/button.tsx'
import { FormProblem } from '#ui/controls/form-problem.tsx'
import { toastSuccess } from '#ui/feedback/toast.ts'
import { useShop } from '#ui/shop.tsx'
import styles from './categories.module.css'
import { categoriesTexts as texts } from './categories.texts.ts'
import { useRefreshCategories } from './category-queries.ts'

/** Branches of a tree that most shops for parts would make, to begin with or to add. */
export function StandardTree() {
  const { locale } = useShop()
  const { data: branches } = useQuery({
    queryKey: ['standard-categories'],
    queryFn: () => call(categoriesContract.listStandardCategories, {}),
  })
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [isNoneChosen, setNoneChosen] = useState(false)
  const { act, isPending, problem } = useAction()
  const refresh = useRefreshCategories()
  if (!branches) return null

  const add = async () => {
    setNoneChosen(chosen.length === 0)
    if (chosen.length === 0) return
    const answer = await act(() => call(categoriesContract.addStandardCategories, { body: { branches: [...chosen] } }))
    if (!answer) return
    await refresh()
    setChosen([])
    toastSuccess(texts.standardAdded(formatNumber(answer.added, locale)))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isPending) void add()
  }
  return (
    <form noValidate onSubmit={submit} className={styles.standard}>
      <fieldset className={styles.branches}>
        <legend>{texts.standardLead}</legend>
        {branches.map(({ name, count }) => (
          <label key={name} className={styles.tick}>
            <input
              type="checkbox"
              checked={chosen.includes(name)}
              onChange={({ target }) =>
                setChosen(target.checked ? [...chosen, name] : chosen.filter(other => other !== name))
              }
            />
            <span>
              {name} <span className={styles.count}>{formatNumber(count, locale)}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <FormProblem>{isNoneChosen ? texts.standardNone : problem}</FormProblem>
      <Button type="submit" pending={isPending}>
        {texts.standardAdd}
      </Button>
    </form>
  )
}
